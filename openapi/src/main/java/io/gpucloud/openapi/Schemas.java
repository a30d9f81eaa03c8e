package io.gpucloud.openapi;

import static io.gpucloud.openapi.SchemaWalk.Position.USED;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import io.gpucloud.openapi.Finding.Where;
import io.gpucloud.openapi.SchemaWalk.Position;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The compiled schemas of a contract. */
final class Schemas {

    private static final String ID = "https://contract.invalid/openapi.json";
    private static final String UNDECLARED = "unevaluatedProperties";

    private final Contract contract;
    private final SchemaRegistry registry;
    private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

    private Schemas(Contract contract, SchemaWalk.Visitor visitor) {
        ObjectNode document = contract.document().deepCopy();
        SchemaWalk.over(document, visitor);
        String json = document.toString();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .locale(Locale.ROOT)
                .pathType(PathType.JSON_POINTER)
                .build();
        this.contract = contract;
        this.registry = SchemaRegistry.withDialect(
                Dialects.getOpenApi31(),
                builder -> builder.schemas(Map.of(ID, json)).schemaRegistryConfig(config));
    }

    /** For what is sent to a service: open enumerations stay open. */
    static Schemas ofRequests(Contract contract, Strictness strictness) {
        return new Schemas(contract, (position, schema) -> {
            bound(schema);
            return strictness.closed() ? closed(position, schema) : schema;
        });
    }

    /** For what a service answers. */
    static Schemas ofResponses(Contract contract, Strictness strictness) {
        return new Schemas(contract, (position, schema) -> {
            bound(schema);
            return strictness.closed() ? listed(closed(position, schema)) : schema;
        });
    }

    /** What is wrong with a value; the pointers of the findings begin with {@code prefix}. */
    List<Finding> findings(Place schema, JsonNode value, Where where, String prefix) {
        List<Error> errors =
                compiled.computeIfAbsent(schema.pointer(), this::compile).validate(value);
        return errors.stream()
                .filter(error -> !isUndeclared(error) || errors.stream().noneMatch(other -> explains(other, error)))
                .map(error -> finding(error, where, prefix))
                .toList();
    }

    private static boolean isUndeclared(Error error) {
        return error.getKeyword().equals(UNDECLARED);
    }

    /** After an error every member around it counts as undeclared, because the schema that declares them has failed. */
    private static boolean explains(Error cause, Error undeclared) {
        String inside = undeclared.getInstanceLocation() + "/";
        return !isUndeclared(cause) || cause.getInstanceLocation().toString().startsWith(inside);
    }

    private Schema compile(String pointer) {
        return registry.getSchema(SchemaLocation.of(ID + "#" + pointer));
    }

    private Finding finding(Error error, Where where, String prefix) {
        String keyword = error.getSchemaLocation().getFragment().toString();
        String message = isUndeclared(error)
                ? "member '" + error.getProperty() + "' is not in the contract"
                : error.getMessage();
        return new Finding(
                where,
                prefix + error.getInstanceLocation(),
                message,
                contract.cite(keyword.substring(0, keyword.lastIndexOf('/'))));
    }

    /**
     * Closes a schema where it is used. At its definition it would refuse the members that its sisters in an
     * {@code allOf} add.
     */
    private static ObjectNode closed(Position position, ObjectNode schema) {
        if (position == USED && !schema.has("additionalProperties")) {
            schema.put(UNDECLARED, false);
        }
        return schema;
    }

    /** Lets only the values of an open enumeration pass that are listed. */
    private static ObjectNode listed(ObjectNode schema) {
        if (schema.has("x-extensible-enum")) {
            schema.set("enum", schema.get("x-extensible-enum"));
        }
        return schema;
    }

    /** The formats of integers, which JSON Schema does not know, as the bounds that they mean. */
    private static void bound(ObjectNode schema) {
        switch (schema.path("format").asString("")) {
            case "int32" -> bound(schema, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int64" -> bound(schema, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> {}
        }
    }

    private static void bound(ObjectNode schema, long least, long largest) {
        if (!schema.has("minimum")) {
            schema.put("minimum", least);
        }
        if (!schema.has("maximum")) {
            schema.put("maximum", largest);
        }
    }
}
