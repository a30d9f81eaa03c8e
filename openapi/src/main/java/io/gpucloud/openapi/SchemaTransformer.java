package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Visits every schema of an OpenAPI document, from the outside in, and replaces it by the result of the visitor. */
final class SchemaTransformer {

    /** The position of a schema. */
    enum Position {
        /** A named schema in the components. */
        DEFINED,
        /** The schema of a value: a property, an item, a body or a parameter. */
        USED,
        /** One of several schemas of the same value, such as an entry of {@code allOf}. */
        PART,
        /** A schema in {@code if}, {@code then}, {@code else} or {@code not}, of a value that has another schema too. */
        CONDITION
    }

    /** The replacement of a schema. */
    interface Visitor {

        /**
         * Visits a schema, before the schemas inside it.
         *
         * @param schema the schema, which may be changed
         */
        ObjectNode visit(Position position, ObjectNode schema);
    }

    private static final Set<String> USES = Set.of("items", "additionalProperties", "contains");
    private static final Set<String> PARTS = Set.of("allOf", "anyOf", "oneOf");
    private static final Set<String> CONDITIONS = Set.of("not", "if", "then", "else");
    private static final Set<String> EXAMPLES = Set.of("example", "examples", "value");

    private final Visitor visitor;

    private SchemaTransformer(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Visits all schemas of a document and changes the document. */
    static void over(ObjectNode document, Visitor visitor) {
        new SchemaTransformer(visitor).outside(document);
    }

    private void outside(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String member : List.copyOf(object.propertyNames())) {
                outside(object, member);
            }
        }
        if (node instanceof ArrayNode array) {
            array.forEach(this::outside);
        }
    }

    private void outside(ObjectNode object, String member) {
        JsonNode value = object.get(member);
        if (member.equals("schema")) {
            object.set(member, schema(Position.USED, value));
        } else if (member.equals("schemas")) {
            named(Position.DEFINED, value);
        } else if (!EXAMPLES.contains(member) && !member.startsWith("x-")) {
            outside(value);
        }
    }

    private JsonNode schema(Position position, JsonNode node) {
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        ObjectNode schema = visitor.visit(position, object);
        boolean condition = position == Position.CONDITION;
        Position use = condition ? position : Position.USED;
        named(use, schema.path("properties"));
        for (String keyword : List.copyOf(schema.propertyNames())) {
            JsonNode inner = schema.get(keyword);
            if (USES.contains(keyword)) {
                schema.set(keyword, schema(use, inner));
            } else if (CONDITIONS.contains(keyword)) {
                schema.set(keyword, schema(Position.CONDITION, inner));
            } else if (PARTS.contains(keyword) && inner instanceof ArrayNode parts) {
                replaceAll(condition ? position : Position.PART, parts);
            }
        }
        return schema;
    }

    private void replaceAll(Position position, ArrayNode schemas) {
        for (int index = 0; index < schemas.size(); index++) {
            schemas.set(index, schema(position, schemas.get(index)));
        }
    }

    private void named(Position position, JsonNode schemas) {
        for (Map.Entry<String, JsonNode> schema : List.copyOf(schemas.properties())) {
            ((ObjectNode) schemas).set(schema.getKey(), schema(position, schema.getValue()));
        }
    }
}
