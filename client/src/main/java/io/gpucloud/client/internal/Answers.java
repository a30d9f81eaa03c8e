package io.gpucloud.client.internal;

import io.gpucloud.client.Payload;
import java.lang.reflect.Type;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes an envelope of an answer, or an exception if it is not what was asked for. */
final class Answers {

    private static final int SUCCESS = 0;

    private final JsonMapper json;
    private final Failures failures;
    private final boolean raw;

    /** Reads answers; raw ones may carry any code, and need no data. */
    Answers(JsonMapper json, Failures failures, boolean raw) {
        this.json = json;
        this.failures = failures;
        this.raw = raw;
    }

    /** The envelope; the type is one of those that the generated interfaces answer. */
    Object read(Attempt attempt, Type type, Answer answer) {
        if (!answer.succeeded()) {
            throw failures.refused(attempt, answer, ErrorMembers.read(json, answer.body()));
        }
        // The code comes first: where it is not 0, data may be anything.
        Integer code = code(attempt, answer);
        if (code == null) {
            throw failures.unexpected(attempt, answer, "the answer has no code");
        }
        if (code != SUCCESS && !raw) {
            throw failures.refused(attempt, answer, ErrorMembers.read(json, answer.body()));
        }
        JavaType asked = json.constructType(type);
        Object envelope = envelope(
                attempt, answer, code == SUCCESS ? () -> whole(asked, answer) : () -> withOrWithoutData(asked, answer));
        if (!raw && envelope instanceof Payload<?> payload && payload.data() == null) {
            throw failures.unexpected(attempt, answer, "the answer has no data");
        }
        return envelope;
    }

    /** The payload of an answer that was read, and so is known to have one. */
    static <T> T payload(Payload<T> answer) {
        return Objects.requireNonNull(answer.data());
    }

    private @Nullable Integer code(Attempt attempt, Answer answer) {
        try (JsonParser parser = json.createParser(answer.body())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean found = parser.currentName().equals("code");
                JsonToken value = parser.nextToken();
                if (found) {
                    return value.isScalarValue() ? number(parser) : null;
                }
                parser.skipChildren();
            }
            return null;
        } catch (JacksonException unreadable) {
            throw failures.unexpected(attempt, answer, "the answer is not JSON");
        }
    }

    private static @Nullable Integer number(JsonParser parser) {
        // Two defaults tell a number, or a text that is one, from anything else.
        int number = parser.getValueAsInt(Integer.MIN_VALUE);
        return number == Integer.MIN_VALUE ? null : number;
    }

    private Object whole(JavaType type, Answer answer) {
        return json.readValue(answer.body(), type);
    }

    /** Data of a refusal may be anything, and is left out where it is not what a success has. */
    private Object withOrWithoutData(JavaType type, Answer answer) {
        try {
            return whole(type, answer);
        } catch (JacksonException unfit) {
            ObjectNode members = json.readTree(answer.body()).asObject();
            members.remove("data");
            return json.treeToValue(members, type);
        }
    }

    private Object envelope(Attempt attempt, Answer answer, Supplier<Object> reading) {
        try {
            return reading.get();
        } catch (JacksonException unreadable) {
            String where = unreadable.getPath().isEmpty() ? "" : " at " + path(unreadable);
            throw failures.unexpected(
                    attempt,
                    answer,
                    "the answer does not fit the contract" + where + ": " + unreadable.getOriginalMessage());
        }
    }

    private static String path(JacksonException unreadable) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            path.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        return path.substring(path.charAt(0) == '.' ? 1 : 0);
    }
}
