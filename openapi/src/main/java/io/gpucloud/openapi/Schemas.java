package io.gpucloud.openapi;

import static io.gpucloud.openapi.SchemaTransformer.Position.USED;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import io.gpucloud.openapi.Finding.Where;
import io.gpucloud.openapi.SchemaTransformer.Position;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The compiled schemas of an OpenAPI document. */
final class Schemas {

    private static final String ID = "https://contract.invalid/openapi.json";
    private static final String UNDECLARED = "unevaluatedProperties";

    private final DocumentNode root;
    private final Schema whole;
    private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

    private Schemas(OpenApiDocument contract, BiFunction<Position, ObjectNode, ObjectNode> visitor) {
        ObjectNode document = (ObjectNode) contract.root().value().deepCopy();
        SchemaTransformer.over(document, visitor);
        String json = document.toString();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .locale(Locale.ROOT)
                .pathType(PathType.JSON_POINTER)
                .build();
        this.root = contract.root();
        this.whole = SchemaRegistry.withDialect(
                        Dialects.getOpenApi31(),
                        builder -> builder.schemas(Map.of(ID, json)).schemaRegistryConfig(config))
                .getSchema(SchemaLocation.of(ID));
    }

    /** The schemas of requests, in which open enumerations stay open. */
    static Schemas ofRequests(OpenApiDocument contract, Strictness strictness) {
        return new Schemas(
                contract, (position, schema) -> plain(strictness.closed() ? closed(position, schema) : schema));
    }

    /** The schemas of responses. */
    static Schemas ofResponses(OpenApiDocument contract, Strictness strictness) {
        return new Schemas(
                contract,
                (position, schema) -> plain(strictness.closed() ? listed(closed(position, schema)) : lenient(schema)));
    }

    /** Validates a value. The pointers of the findings begin with {@code prefix}. */
    List<Finding> findings(OpenApiSchema schema, JsonNode value, Where where, String prefix) {
        List<Error> errors =
                compiled.computeIfAbsent(schema.node().pointer(), this::compile).validate(value);
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

    /** The registry would read the whole document again for each schema. */
    private Schema compile(String pointer) {
        return whole.getRefSchema(SchemaLocation.of(ID + "#" + pointer).getFragment());
    }

    private Finding finding(Error error, Where where, String prefix) {
        NodePath schema = error.getSchemaLocation().getFragment().getParent();
        NodePath place = error.getInstanceLocation();
        // The undeclared or missing member of an object.
        String member = error.getProperty();
        String message = isUndeclared(error)
                ? "is not in the contract"
                : error.getKeyword().equals("required") ? "is missing" : error.getMessage();
        String pointer = prefix + (member == null ? place : place.append(member));
        return new Finding(where, pointer, message, root.file() + "#" + schema);
    }

    /**
     * Closes a schema where it is used. A schema closed at its definition would reject the members of the other schemas
     * in an {@code allOf}.
     */
    private static ObjectNode closed(Position position, ObjectNode schema) {
        if (position == USED && !schema.has("additionalProperties")) {
            schema.put(UNDECLARED, false);
        }
        return schema;
    }

    /** Allows only the listed values of an open enumeration. */
    private static ObjectNode listed(ObjectNode schema) {
        if (schema.has("x-extensible-enum")) {
            schema.set("enum", schema.get("x-extensible-enum"));
        }
        return schema;
    }

    /** Allows the forms of an empty list that are documented, but would leave generated clients without a type. */
    private static ObjectNode lenient(ObjectNode schema) {
        if (schema.path("x-lenient-list").asBoolean(false)) {
            schema.putObject("if").set("type", schema.remove("type"));
            schema.putObject("else").putArray("enum").add(false).add(0).add("");
        }
        return schema;
    }

    /** Converts a schema to plain JSON Schema: without extensions, and with bounds instead of integer formats. */
    private static ObjectNode plain(ObjectNode schema) {
        if (schema.at("/not/not").isObject()) {
            // "Not this without that" is "if this, then that", for which the validator names the missing member.
            ObjectNode condition = (ObjectNode) schema.remove("not");
            schema.set("then", condition.remove("not"));
            schema.set("if", condition);
        }
        switch (schema.path("format").asString("")) {
            case "int32" -> bound(schema, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "int64" -> bound(schema, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> {}
        }
        schema.propertyNames().removeIf(keyword -> keyword.startsWith("x-"));
        return schema;
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
