package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.DataEnvelope;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.ResponseClassifier.Kind;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Decodes the envelope of a response, or throws the exception for its error. */
final class EnvelopeDecoder {

    private static final Map<Class<?>, EnvelopeType> TYPES = new ConcurrentHashMap<>();

    private final JsonMapper json;
    private final ObjectReader strict;
    private final ResponseClassifier classifier;
    private final ApiErrorDecoder errors;
    private final UnreadableLog log;
    private final boolean raw;

    /** A decoder; a raw one returns envelopes of any code, and without data. */
    EnvelopeDecoder(
            JsonMapper json, ResponseClassifier classifier, ApiErrorDecoder errors, UnreadableLog log, boolean raw) {
        this.json = json;
        this.log = log;
        strict = json.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
        this.classifier = classifier;
        this.errors = errors;
        this.raw = raw;
    }

    /** The payload of a response that was decoded, and so is known to have one. */
    static <T> T payload(DataEnvelope<T> response) {
        return Objects.requireNonNull(response.data());
    }

    /**
     * Decodes a response.
     *
     * @throws GpuCloudException if the response is no success
     */
    Object decode(CallContext call, RawResponse response) {
        if (!ResponseClassifier.isSuccess(response.status())) {
            EnvelopeReader members = EnvelopeReader.readLeniently(json, response.bytes());
            call.outcome = classifier.classify(response, members.code());
            throw errors.decode(call, response, members.error());
        }
        EnvelopeType type = TYPES.computeIfAbsent((Class<?>) call.returnType(), this::typeOf);
        EnvelopeReader members;
        ReadProblems problems = new ReadProblems(response.bytes());
        try (JsonParser parser = parser(call, response)) {
            ObjectReader data = type.data() == null ? null : problems.collectedBy(type.data());
            members = EnvelopeReader.read(json, parser, response.bytes(), data);
        } catch (JacksonException unreadable) {
            call.outcome = classifier.classify(response, null);
            throw errors.unexpected(call, response, describe(unreadable));
        }
        call.outcome = classifier.classify(response, members.code());
        if (members.code() == null) {
            throw errors.unexpected(call, response, "the response has no code");
        }
        if (!raw && call.outcome.kind() != Kind.SUCCESS) {
            throw errors.decode(call, response, members.error());
        }
        if (!raw && type.data() != null && members.data() == null) {
            call.outcome = classifier.classify(response, null);
            throw errors.unexpected(call, response, "the response has no data");
        }
        report(call, problems);
        return type.envelope(members);
    }

    private void report(CallContext call, ReadProblems problems) {
        for (CallListener.Unreadable part : problems.found()) {
            call.listener.unreadable(part);
            log.log(call.operation(), part);
        }
    }

    /**
     * Returns a parser that rejects duplicate members anywhere in the response to a change, such as a second identifier of a
     * created instance. For reads only the envelope is checked: in a list of 20 instances the full check would add a quarter to the
     * allocation of the call.
     */
    private JsonParser parser(CallContext call, RawResponse response) {
        return Operations.onlyReads(call.operation())
                ? json.createParser(response.bytes())
                : strict.createParser(response.bytes());
    }

    private static String describe(JacksonException unreadable) {
        String message = unreadable.getOriginalMessage();
        if (unreadable instanceof StreamReadException && !message.startsWith("Duplicate")) {
            return "the response is not JSON";
        }
        String where = unreadable.getPath().isEmpty() ? "" : " at " + path(unreadable);
        return "the response does not fit the contract" + where + ": " + message;
    }

    private static String path(JacksonException unreadable) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            path.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        return path.substring(path.charAt(0) == '.' ? 1 : 0);
    }

    private EnvelopeType typeOf(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        ObjectReader data = Arrays.stream(components)
                .filter(component -> component.getName().equals("data"))
                .map(component -> json.readerFor(json.constructType(component.getGenericType())))
                .findFirst()
                .orElse(null);
        try {
            return new EnvelopeType(type.getConstructor(types), data);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** A generated record: {@code code}, {@code msg}, {@code data} if it has a payload, and the undeclared members. */
    private record EnvelopeType(
            Constructor<?> constructor, @Nullable ObjectReader data) {

        Object envelope(EnvelopeReader members) {
            ResultCode code = ResultCode.of(Objects.requireNonNull(members.code()));
            try {
                return data == null
                        ? constructor.newInstance(code, members.msg(), members.additional())
                        : constructor.newInstance(code, members.msg(), members.data(), members.additional());
            } catch (InvocationTargetException | InstantiationException | IllegalAccessException impossible) {
                throw new IllegalStateException("no envelope of " + constructor.getDeclaringClass(), impossible);
            }
        }
    }

    /** Text of a member: as it is, or as JSON if it is no text; null if there is none. */
    static @Nullable String text(@Nullable JsonNode node) {
        if (node == null || node.isMissingNode() || node.isNull()) {
            return null;
        }
        return node.isString() ? node.asString() : node.toString();
    }
}
