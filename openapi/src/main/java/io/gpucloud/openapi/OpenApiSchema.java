package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A schema where it is used. It may be a reference, with keywords next to {@code $ref}.
 *
 * @param node the Schema Object; a reference is not resolved
 */
public record OpenApiSchema(DocumentNode node) {

    /**
     * {@return a keyword of the schema, empty if the schema does not have it} A keyword next to {@code $ref} overrides
     * the same keyword of the referenced schema.
     *
     * @param name name of the keyword
     */
    public Optional<JsonNode> keyword(String name) {
        JsonNode own = node.value().path(name);
        JsonNode found = own.isMissingNode() ? node.resolved().value().path(name) : own;
        return found.isMissingNode() ? Optional.empty() : Optional.of(found);
    }

    /**
     * {@return whether the schema has a keyword}
     *
     * @param name name of the keyword
     */
    public boolean has(String name) {
        return keyword(name).isPresent();
    }

    /**
     * {@return a keyword as text, empty if the schema does not have it}
     *
     * @param name name of the keyword
     */
    public String text(String name) {
        return keyword(name).map(JsonNode::asString).orElse("");
    }

    /** {@return the type of the values other than null, such as {@code integer}; empty if the schema has none} */
    public String type() {
        return keyword("type")
                .map(type -> type.isArray() ? type.get(0) : type)
                .map(JsonNode::asString)
                .orElse("");
    }

    /** {@return the properties of an object by name, including those from {@code allOf}, in document order} */
    public Map<String, OpenApiSchema> properties() {
        Map<String, OpenApiSchema> properties = new LinkedHashMap<>();
        parts().forEach(part -> properties.putAll(part.properties()));
        node.at("properties").children().forEach((name, schema) -> properties.put(name, new OpenApiSchema(schema)));
        return properties;
    }

    /** {@return whether a property is required, including by a part of {@code allOf}} */
    public boolean requires(String property) {
        return node.at("required")
                        .value()
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals(property))
                || parts().anyMatch(part -> part.requires(property));
    }

    /** {@return the schema of the entries of an array} */
    public OpenApiSchema items() {
        return new OpenApiSchema(node.at("items"));
    }

    private Stream<OpenApiSchema> parts() {
        return node.at("allOf").children().values().stream().map(OpenApiSchema::new);
    }
}
