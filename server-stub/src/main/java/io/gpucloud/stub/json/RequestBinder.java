package io.gpucloud.stub.json;

import io.gpucloud.stub.json.RecordShape.Member;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validator;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;

/**
 * Binds the body or the query of a request to a generated record. Checks the JSON itself first, then unknown members, and then each member
 * in the order of the schema: its type by Jackson, without any coercion, and its constraints by Bean Validation. Reports the first
 * problem.
 */
public final class RequestBinder {

    private final JsonFactory factory;
    private final int maxNesting;
    private final Validator validator;
    private final Set<Tolerance> tolerances;

    /** What a binder accepts although the schema does not describe it. */
    public enum Tolerance {
        /** Unknown members are ignored. */
        UNKNOWN_MEMBERS,
        /** Null means that a member is left out. */
        NULLS
    }

    /**
     * Creates a binder.
     *
     * @param maxNesting largest depth of objects and arrays within each other
     * @param tolerances what is accepted although the schema does not describe it
     */
    public RequestBinder(int maxNesting, Validator validator, Set<Tolerance> tolerances) {
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(maxNesting)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        this.maxNesting = maxNesting;
        this.validator = validator;
        this.tolerances = Set.copyOf(tolerances);
    }

    /**
     * Binds a body.
     *
     * @throws InvalidJsonException if the body is invalid
     */
    public <T> T readBody(byte[] body, Class<T> type) {
        JsonNode json = parse(body);
        if (!json.isObject()) {
            throw new InvalidJsonException("", "the body must be a JSON object");
        }
        return bind(json, type, "");
    }

    /**
     * Binds a query.
     *
     * @param parameters returns the values of each parameter; throws an {@code IllegalStateException} if they cannot be decoded
     * @throws InvalidJsonException if the query is invalid
     */
    public <T> T readQuery(Supplier<Map<String, String[]>> parameters, Class<T> type) {
        QueryValues query = QueryValues.of(parameters);
        return bind(type, "", query.names(), query::value);
    }

    /** The names of the members of a record in JSON or in a query, in the order of the schema. */
    public static List<String> memberNames(Class<?> type) {
        return RecordShape.of(type).members().stream().map(Member::name).toList();
    }

    private JsonNode parse(byte[] body) {
        if (!TextEncoding.isJsonText(body)) {
            throw new InvalidJsonException("", "the body is not valid JSON in UTF-8");
        }
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), body)) {
            JsonNode json = StrictJson.TREES.readTree(parser);
            if (json == null) {
                throw new InvalidJsonException("", "the body is empty");
            }
            if (json.isObject() && parser.nextToken() != null) {
                throw new InvalidJsonException("", "the body must be one JSON object and nothing more");
            }
            return json;
        } catch (StreamConstraintsException beyond) {
            throw new InvalidJsonException(
                    "",
                    "the body is nested deeper than " + maxNesting + ", or has a number or a name that is too long");
        } catch (JacksonException invalid) {
            throw new InvalidJsonException("", "the body is " + StrictJson.reason(invalid));
        }
    }

    private <T> T bind(JsonNode json, Class<T> type, String path) {
        if (!json.isObject()) {
            throw new InvalidJsonException(path, "must be an object");
        }
        return bind(
                type,
                path,
                json.propertyNames(),
                member -> member(json.get(member.name()), member, StrictJson.join(path, member.name())));
    }

    private <T> T bind(
            Class<T> type, String path, Collection<String> names, Function<Member, @Nullable Object> values) {
        RecordShape shape = RecordShape.of(type);
        if (!tolerances.contains(Tolerance.UNKNOWN_MEMBERS)) {
            rejectUnknown(names, shape, path);
        }
        List<Member> members = shape.members();
        @Nullable Object[] read = new Object[members.size()];
        @Nullable InvalidJsonException[] problems = new InvalidJsonException[members.size()];
        for (int i = 0; i < read.length; i++) {
            try {
                read[i] = values.apply(members.get(i));
            } catch (InvalidJsonException problem) {
                problems[i] = problem;
            }
        }
        T record = type.cast(shape.create(read));
        Map<String, String> violations = violations(record);
        for (int i = 0; i < read.length; i++) {
            InvalidJsonException problem = problems[i];
            if (problem != null) {
                throw problem;
            }
            String violation = violations.get(members.get(i).javaName());
            if (violation != null) {
                throw new InvalidJsonException(
                        StrictJson.join(path, members.get(i).name()), read[i] == null ? "is required" : violation);
            }
        }
        return record;
    }

    private static void rejectUnknown(Collection<String> names, RecordShape shape, String path) {
        for (String name : names) {
            if (!shape.has(name)) {
                List<String> known = shape.members().stream().map(Member::name).toList();
                throw new InvalidJsonException(
                        StrictJson.join(path, name),
                        "is not known" + NearestName.suggestion(known, name) + " Known are: "
                                + String.join(", ", known));
            }
        }
    }

    /** One message for each invalid member. Of several, the first in alphabetical order, which is the same in every JVM. */
    private <T> Map<String, String> violations(T record) {
        return validator.validate(record).stream()
                .collect(Collectors.toMap(
                        violation -> violation.getPropertyPath().toString(),
                        ConstraintViolation::getMessage,
                        BinaryOperator.minBy(Comparator.<String>naturalOrder())));
    }

    private @Nullable Object member(@Nullable JsonNode json, Member member, String path) {
        if (json == null || (json.isNull() && tolerances.contains(Tolerance.NULLS))) {
            return null;
        }
        if (json.isNull() && member.nullable()) {
            throw new InvalidJsonException(
                    path,
                    "must not be null; leave " + member.name() + " out, or set stub.assumptions.null-members=absent");
        }
        return value(json, member.type(), path);
    }

    private Object value(JsonNode json, Type type, String path) {
        if (json.isNull()) {
            throw new InvalidJsonException(path, "must not be null");
        }
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            return list(json, list.getActualTypeArguments()[0], path);
        }
        Class<?> simple = (Class<?>) type;
        return simple.isRecord() ? bind(json, simple, path) : scalar(json, simple, path);
    }

    private List<Object> list(JsonNode json, Type type, String path) {
        if (!json.isArray()) {
            throw new InvalidJsonException(path, "must be an array");
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) {
            list.add(value(json.get(i), type, path + "[" + i + "]"));
        }
        return list;
    }

    private static Object scalar(JsonNode json, Class<?> type, String path) {
        try {
            Object value = StrictJson.MAPPER.treeToValue(json, type);
            if (value instanceof String text && !TextEncoding.isWhole(text)) {
                throw new InvalidJsonException(path, "must be a text of whole characters");
            }
            return value;
        } catch (InputCoercionException beyond) {
            throw new InvalidJsonException(
                    path,
                    type.isEnum() ? "must be one of " + Arrays.toString(type.getEnumConstants()) : "is out of range");
        } catch (JacksonException mismatch) {
            throw new InvalidJsonException(path, StrictJson.reason(mismatch));
        }
    }
}
