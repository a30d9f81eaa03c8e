package io.gpucloud.stub.json;

import com.fasterxml.jackson.annotation.Nulls;
import io.gpucloud.stub.json.RecordShape.Member;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Path;
import jakarta.validation.Validator;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Binds the body or the query of a request to a generated record. Jackson reads it without any coercion and stops at
 * the first member of a wrong type. Then Bean Validation checks the constraints; of several violations, the first in
 * the order of the schema is reported.
 */
public final class RequestBinder {

    /** An integer in a query: decimal digits, unlike in JSON, where 1.0 and 1e3 are integers as well. */
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]*)");

    private final JsonMapper json;
    private final int maxNesting;
    private final boolean nulls;
    private final Validator validator;

    /** Input that a binder accepts although the schema does not describe it. */
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
        this.json = StrictJson.strict(StreamReadConstraints.builder()
                        .maxNestingDepth(maxNesting)
                        .build())
                .configure(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        !tolerances.contains(Tolerance.UNKNOWN_MEMBERS))
                .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
                .build();
        this.maxNesting = maxNesting;
        this.nulls = tolerances.contains(Tolerance.NULLS);
        this.validator = validator;
    }

    /**
     * Binds a body.
     *
     * @throws InvalidJsonException if the body is invalid
     */
    public <T> T readBody(byte[] body, Class<T> type) {
        if (!TextEncoding.isJsonText(body)) {
            throw new InvalidJsonException("", "the body is not valid JSON in UTF-8");
        }
        JsonNode tree = parse(body);
        if (!tree.isObject()) {
            throw new InvalidJsonException("", "the body must be a JSON object");
        }
        return read(tree, type);
    }

    /**
     * Binds the JSON of a body.
     *
     * @throws InvalidJsonException if it is invalid
     */
    public <T> T read(JsonNode tree, Class<T> type) {
        if (!nulls) {
            RecordShape.of(type).members().stream()
                    .filter(member -> tree.path(member.name()).isNull())
                    .forEach(RequestBinder::rejectNull);
        }
        return bind(tree, type);
    }

    private JsonNode parse(byte[] body) {
        try {
            return json.readTree(body);
        } catch (StreamConstraintsException beyond) {
            throw new InvalidJsonException(
                    "",
                    "the body is nested deeper than " + maxNesting + ", or has a number or a name that is too long");
        } catch (JacksonException invalid) {
            throw new InvalidJsonException("", "the body is " + StrictJson.reason(invalid));
        }
    }

    private static void rejectNull(Member member) {
        String cure = "; leave " + member.name() + " out, or set stub.assumptions.null-members=absent";
        throw new InvalidJsonException(member.name(), "must not be null" + (member.nullable() ? cure : ""));
    }

    /**
     * Binds a query. Ignores parameters that the record does not have.
     *
     * @param parameters returns the values of each parameter; throws an {@code IllegalStateException} if they cannot be
     *     decoded
     * @throws InvalidJsonException if the query is invalid
     */
    public <T> T readQuery(Supplier<Map<String, String[]>> parameters, Class<T> type) {
        ObjectNode query = JsonNodeFactory.instance.objectNode();
        try {
            parameters
                    .get()
                    .forEach((name, values) -> RecordShape.of(type)
                            .find(name)
                            .ifPresent(member -> query.set(name, parse(only(name, values), member.type()))));
        } catch (IllegalStateException undecodable) {
            throw new InvalidJsonException("", "the query is not valid");
        }
        return bind(query, type);
    }

    private static String only(String name, String... values) {
        if (values.length > 1) {
            throw new InvalidJsonException(name, "must be given once");
        }
        return values[0];
    }

    /** Reads a parameter as JSON: as an integer or a boolean if it is one and its type is no text. */
    private static JsonNode parse(String value, Type type) {
        if (type != String.class && INTEGER.matcher(value).matches()) {
            return DecimalNode.valueOf(new BigDecimal(value));
        }
        return type != String.class && (value.equals("true") || value.equals("false"))
                ? BooleanNode.valueOf(value.equals("true"))
                : StringNode.valueOf(value);
    }

    /** The names of the members of a record in JSON or in a query, in the order of the schema. */
    public static List<String> memberNames(Class<?> type) {
        return RecordShape.of(type).members().stream().map(Member::name).toList();
    }

    private <T> T bind(JsonNode tree, Class<T> type) {
        if (!tree.isObject()) {
            throw new InvalidJsonException("", "must be an object");
        }
        T record;
        try {
            record = json.treeToValue(tree, type);
        } catch (JacksonException unfit) {
            throw StrictJson.unfit(unfit);
        }
        return validate(record);
    }

    /**
     * Checks the constraints of a record.
     *
     * @throws InvalidJsonException at the first violation in the order of the schema
     */
    public <T> T validate(T record) {
        validator.validate(record).stream()
                .map(RequestBinder::problem)
                .min(Comparator.<InvalidJsonException>comparingInt(problem -> memberNames(record.getClass())
                                .indexOf(problem.member().split("[.\\[]", 2)[0]))
                        .thenComparing(InvalidJsonException::getMessage))
                .ifPresent(first -> {
                    throw first;
                });
        return record;
    }

    private static InvalidJsonException problem(ConstraintViolation<?> violation) {
        String path = "";
        for (Path.Node node : violation.getPropertyPath()) {
            String entry = node.getIndex() == null ? path : path + "[" + node.getIndex() + "]";
            entry = node.getKey() == null
                    ? entry
                    : StrictJson.join(entry, node.getKey().toString());
            path = StrictJson.join(entry, RecordShape.jsonName(node.getName()));
        }
        return new InvalidJsonException(
                path, violation.getInvalidValue() == null ? "is required" : violation.getMessage());
    }
}
