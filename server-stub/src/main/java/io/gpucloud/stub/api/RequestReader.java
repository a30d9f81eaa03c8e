package io.gpucloud.stub.api;

import io.gpucloud.stub.api.RequestRecord.Member;
import io.gpucloud.stub.api.model.GpuCount;
import io.gpucloud.stub.json.TextEncoding;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a body or a query into a record, strictly: a number is no text, 2.7 and true are no integers, null is nothing at
 * all. Of several bad members the first in the order of the schema is named.
 */
final class RequestReader {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,8}");

    private final JsonMapper json;
    private final Validator validator;

    RequestReader(JsonMapper json, Validator validator) {
        this.json = json;
        this.validator = validator;
    }

    /** What was found of a record: values, and what is wrong with those that could not be read. */
    private static final class Found {
        private final @Nullable Object[] values;
        private final @Nullable String[] problems;

        Found(RequestRecord record) {
            values = new Object[record.members().size()];
            problems = new String[record.members().size()];
        }
    }

    /** Thrown where a value does not fit its member; caught where the member is known. */
    private static final class Misfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Misfit(String problem) {
            super(problem, null, false, false);
        }
    }

    Object readBody(byte[] body, RequestRecord record) {
        if (!TextEncoding.isJsonText(body)) {
            throw ApiException.unreadable("the body is not valid JSON");
        }
        Found found = new Found(record);
        try (JsonParser parser = json.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw ApiException.unreadable("the body must be a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                Integer position = record.position(parser.currentName());
                parser.nextToken();
                if (position != null) {
                    take(found, position, () -> value(parser, record.members().get(position)));
                }
                parser.skipChildren();
            }
            if (parser.nextToken() != null) {
                throw ApiException.unreadable("the body must be one JSON object and nothing more");
            }
        } catch (StreamConstraintsException beyond) {
            throw ApiException.unreadable("the body is nested deeper than " + ApiConfiguration.MAX_NESTING
                    + ", or has a number or a name that is too long");
        } catch (JacksonException unreadable) {
            throw ApiException.unreadable("the body is not valid JSON");
        }
        return checked(found, record);
    }

    Object readQuery(HttpServletRequest request, RequestRecord record) {
        Found found = new Found(record);
        List<Member> members = record.members();
        Map<String, String[]> query = query(request);
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            String[] given = query.get(member.wireName());
            if (given != null) {
                take(found, i, () -> value(given, member));
            }
        }
        return checked(found, record);
    }

    private static Map<String, String[]> query(HttpServletRequest request) {
        try {
            return request.getParameterMap();
        } catch (IllegalStateException undecodable) {
            throw ApiException.unreadable("the query is not valid");
        }
    }

    private static void take(Found found, int position, Supplier<Object> value) {
        try {
            found.values[position] = value.get();
        } catch (Misfit misfit) {
            found.problems[position] = misfit.getMessage();
        }
    }

    private Object checked(Found found, RequestRecord record) {
        Object read = record.create(found.values);
        // By message: a member that is wrong in two ways is told the same in every JVM.
        List<ConstraintViolation<Object>> violations = validator.validate(read).stream()
                .sorted(Comparator.comparing(ConstraintViolation::getMessage))
                .toList();
        for (ConstraintViolation<Object> violation : violations) {
            int position = record.positionOfJavaName(violation.getPropertyPath().toString());
            if (found.problems[position] == null) {
                found.problems[position] = found.values[position] == null ? "is required" : violation.getMessage();
            }
        }
        for (int i = 0; i < found.problems.length; i++) {
            String problem = found.problems[i];
            if (problem != null) {
                throw ApiException.badParameter(record.members().get(i).wireName(), problem);
            }
        }
        return read;
    }

    private static Object value(JsonParser parser, Member member) {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            throw new Misfit("must not be null");
        }
        Class<?> type = member.type();
        if (type == String.class) {
            require(token == JsonToken.VALUE_STRING, "must be a string");
            String text = parser.getString();
            require(TextEncoding.isWhole(text), "must be a text of whole characters");
            return text;
        }
        if (type == Boolean.class) {
            require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE, "must be true or false");
            return parser.getBooleanValue();
        }
        require(token == JsonToken.VALUE_NUMBER_INT, "must be an integer");
        if (type == Long.class) {
            require(parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER, "is out of range");
            return parser.getLongValue();
        }
        require(parser.getNumberType() == JsonParser.NumberType.INT, outOfRange(type));
        return integer(parser.getIntValue(), type);
    }

    private static Object value(String[] given, Member member) {
        require(given.length == 1, "must be given once");
        if (member.type() == String.class) {
            return given[0];
        }
        require(WHOLE_NUMBER.matcher(given[0]).matches(), "must be a whole number of at most 9 digits");
        return integer(Integer.parseInt(given[0]), member.type());
    }

    private static Object integer(int number, Class<?> type) {
        if (type == Integer.class) {
            return number;
        }
        try {
            return GpuCount.of(number);
        } catch (IllegalArgumentException other) {
            throw new Misfit(String.valueOf(other.getMessage()));
        }
    }

    private static String outOfRange(Class<?> type) {
        return type == GpuCount.class ? "must be one of " + Arrays.toString(GpuCount.values()) : "is out of range";
    }

    private static void require(boolean fits, String problem) {
        if (!fits) {
            throw new Misfit(problem);
        }
    }
}
