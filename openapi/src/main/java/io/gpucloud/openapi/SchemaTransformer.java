package io.gpucloud.openapi;

import static io.gpucloud.openapi.SchemaTransformer.Position.CONDITION;
import static io.gpucloud.openapi.SchemaTransformer.Position.DEFINED;
import static io.gpucloud.openapi.SchemaTransformer.Position.PART;
import static io.gpucloud.openapi.SchemaTransformer.Position.USED;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Visits every schema of an OpenAPI document, from the outside in, and replaces it by the result of the visitor, which
 * may change the schema.
 */
final class SchemaTransformer {

    /** The position of a schema. */
    enum Position {
        /** A named schema in the components. */
        DEFINED,
        /** The schema of a value: a property, an item, a body or a parameter. */
        USED,
        /** One of several schemas of the same value, such as an entry of {@code allOf}. */
        PART,
        /**
         * A schema in {@code if}, {@code then}, {@code else} or {@code not}, of a value that has another schema too.
         */
        CONDITION
    }

    /** The keywords whose value is a schema or an array of schemas. */
    private static final Map<String, Position> INNER = Map.of(
            "items", USED,
            "additionalProperties", USED,
            "allOf", PART,
            "not", CONDITION,
            "if", CONDITION,
            "then", CONDITION,
            "else", CONDITION);

    private static final Set<String> EXAMPLES = Set.of("example", "examples", "value");

    private final BiFunction<Position, ObjectNode, ObjectNode> visitor;

    private SchemaTransformer(BiFunction<Position, ObjectNode, ObjectNode> visitor) {
        this.visitor = visitor;
    }

    /** Visits all schemas of a document and changes the document. */
    static void over(ObjectNode document, BiFunction<Position, ObjectNode, ObjectNode> visitor) {
        new SchemaTransformer(visitor).outside(document);
    }

    private void outside(JsonNode node) {
        for (String member : List.copyOf(node.propertyNames())) {
            JsonNode value = node.get(member);
            if (member.equals("schema")) {
                ((ObjectNode) node).set(member, schema(USED, value));
            } else if (member.equals("schemas")) {
                named(DEFINED, value);
            } else if (!EXAMPLES.contains(member) && !member.startsWith("x-")) {
                outside(value);
            }
        }
        if (node.isArray()) {
            node.forEach(this::outside);
        }
    }

    private JsonNode schema(Position position, JsonNode node) {
        if (node instanceof ArrayNode schemas) {
            for (int index = 0; index < schemas.size(); index++) {
                schemas.set(index, schema(position, schemas.get(index)));
            }
        }
        if (!(node instanceof ObjectNode object)) {
            return node;
        }
        ObjectNode schema = visitor.apply(position, object);
        named(position == CONDITION ? CONDITION : USED, schema.path("properties"));
        for (String keyword : List.copyOf(schema.propertyNames())) {
            Position inner = INNER.get(keyword);
            if (inner != null) {
                schema.set(keyword, schema(position == CONDITION ? CONDITION : inner, schema.get(keyword)));
            }
        }
        return schema;
    }

    private void named(Position position, JsonNode schemas) {
        for (String name : List.copyOf(schemas.propertyNames())) {
            ((ObjectNode) schemas).set(name, schema(position, schemas.get(name)));
        }
    }
}
