package io.gpucloud.client.internal;

import io.gpucloud.client.ResultCode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.MismatchedInputException;

/**
 * Reads the members of an envelope in one pass over its bytes. Reads {@code data} as its type only after a code of
 * success; in an error it can have any form.
 */
final class EnvelopeReader {

    /** No members. */
    static final EnvelopeReader NOTHING = new EnvelopeReader(new byte[0], null);

    private static final String DATA = "data";
    private static final Pattern WHOLE_NUMBER = Pattern.compile("\\s*-?\\d{1,9}\\s*");

    private final byte[] body;
    private final @Nullable ObjectReader dataReader;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, @Nullable Object> additional = new LinkedHashMap<>();
    private @Nullable Integer code;
    private @Nullable String msg;
    private @Nullable Object data;
    private @Nullable JsonNode errorData;
    private boolean withoutData = true;
    private boolean dataSkipped;

    private EnvelopeReader(byte[] body, @Nullable ObjectReader dataReader) {
        this.body = body;
        this.dataReader = dataReader;
    }

    /** Reads an envelope to its end. {@code dataReader} reads its data; null if it has none. */
    static EnvelopeReader read(JsonParser parser, byte[] body, @Nullable ObjectReader dataReader) {
        EnvelopeReader reader = new EnvelopeReader(body, dataReader);
        if (parser.nextToken() == JsonToken.START_OBJECT) {
            reader.readMembers(parser);
            if (parser.nextToken() != null) {
                throw MismatchedInputException.from(parser, Object.class, "there is content after its end");
            }
        }
        if (reader.dataSkipped && reader.code != null) {
            reader.readSkippedData();
        }
        return reader;
    }

    /** Reads the envelope of a failure; nothing if it is no JSON. */
    static EnvelopeReader readLeniently(byte[] body) {
        try (JsonParser parser = Json.MAPPER.createParser(body)) {
            return read(parser, body, null);
        } catch (JacksonException unreadable) {
            return NOTHING;
        }
    }

    private void readMembers(JsonParser parser) {
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (!seen.add(name)) {
                throw MismatchedInputException.from(parser, Object.class, name + " appears twice");
            }
            switch (name) {
                case "code" -> code = number(parser, value);
                case "msg" ->
                    msg = value == JsonToken.VALUE_STRING ? parser.getString() : text(Json.MAPPER.readTree(parser));
                case DATA -> {
                    withoutData = value == JsonToken.VALUE_NULL || value == JsonToken.START_ARRAY;
                    readData(parser);
                }
                default -> additional.put(name, Json.MAPPER.readValue(parser, Object.class));
            }
        }
    }

    /** A whole number, or a text that is one; null if it is anything else. */
    private static @Nullable Integer number(JsonParser parser, JsonToken value) {
        parser.skipChildren();
        if (value == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == JsonParser.NumberType.INT) {
            return parser.getIntValue();
        }
        boolean text = value == JsonToken.VALUE_STRING
                && WHOLE_NUMBER.matcher(parser.getString()).matches();
        return text ? Integer.valueOf(parser.getString().strip()) : null;
    }

    private void readData(JsonParser parser) {
        if (dataReader != null && code == null) {
            parser.skipChildren();
            dataSkipped = true;
        } else if (dataReader == null || !isSuccess()) {
            errorData = Json.MAPPER.readTree(parser);
        } else {
            try {
                data = dataReader.readValue(parser);
            } catch (DatabindException unfit) {
                throw unfit.prependPath(new JacksonException.Reference(Object.class, DATA));
            }
        }
    }

    private boolean isSuccess() {
        return code != null && code == ResultCode.SUCCESS.value();
    }

    /** Reads data that comes before the code. */
    private void readSkippedData() {
        try (JsonParser parser = Json.MAPPER.createParser(body)) {
            parser.nextToken();
            while (!DATA.equals(parser.nextName())) {
                parser.nextToken();
                parser.skipChildren();
            }
            parser.nextToken();
            readData(parser);
        }
    }

    @Nullable
    Integer code() {
        return code;
    }

    @Nullable
    String msg() {
        return msg;
    }

    /** The data of a success. */
    @Nullable
    Object data() {
        return data;
    }

    /** The data; if that of a success is absent, null or {@code []} where a list is declared, an empty list. */
    @Nullable
    Object dataOrEmptyList() {
        boolean absent = isSuccess() && withoutData && data == null;
        return absent && dataReader != null ? EmptyLists.of(dataReader.getValueType()) : data;
    }

    /** The members that the contract does not declare; where no data is declared, that is one of them. */
    Map<String, @Nullable Object> additional() {
        return additional;
    }

    /** The message, in either form of an error. */
    @Nullable
    String message() {
        Object message = additional.get("message");
        return msg == null && message != null ? message.toString() : msg;
    }

    /** A member of the data of an error, whose type is not documented, as text. */
    @Nullable
    String errorMember(String name) {
        return errorData == null ? null : text(errorData.path(name));
    }

    /** The text of a member: as it is, or as JSON if it is no text; null if there is none. */
    private static @Nullable String text(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        return node.isString() ? node.asString() : node.toString();
    }
}
