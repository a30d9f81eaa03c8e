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
     * Returns a keyword of the schema. A keyword next to {@code $ref} overrides the same keyword of the referenced schema.
     *
     * @param name name of the keyword
     * @return its value, empty if the schema does not have it
     */
    public Optional<JsonNode> keyword(String name) {
        JsonNode own = node.value().path(name);
        JsonNode found = own.isMissingNode() ? node.resolved().value().path(name) : own;
        return found.isMissingNode() ? Optional.empty() : Optional.of(found);
    }

    /**
     * Returns whether the schema has a keyword.
     *
     * @param name name of the keyword
     * @return whether the keyword is present
     */
    public boolean has(String name) {
        return keyword(name).isPresent();
    }

    /**
     * Returns a keyword as text.
     *
     * @param name name of the keyword
     * @return its text, empty if the schema does not have it
     */
    public String text(String name) {
        return keyword(name).map(JsonNode::asString).orElse("");
    }

    /**
     * Returns the type of the values.
     *
     * @return the value of {@code type}, such as {@code integer}; empty if the schema has none
     */
    public String type() {
        return text("type");
    }

    /**
     * Returns the properties of an object, including those from {@code allOf}.
     *
     * @return the schemas by property name, in document order
     */
    public Map<String, OpenApiSchema> properties() {
        Map<String, OpenApiSchema> properties = new LinkedHashMap<>();
        parts().forEach(part -> properties.putAll(part.properties()));
        node.at("properties").children().forEach((name, schema) -> properties.put(name, new OpenApiSchema(schema)));
        return properties;
    }

    /**
     * Returns whether a property is required, including by a part of {@code allOf}.
     *
     * @param property name of the property
     * @return whether it is required
     */
    public boolean requires(String property) {
        return node.at("required")
                        .value()
                        .valueStream()
                        .anyMatch(name -> name.asString("").equals(property))
                || parts().anyMatch(part -> part.requires(property));
    }

    /**
     * Returns whether the schema allows only the declared properties.
     *
     * @return whether {@code additionalProperties} is {@code false}
     */
    public boolean isClosed() {
        return keyword("additionalProperties")
                .filter(allowed -> allowed.isBoolean() && !allowed.booleanValue())
                .isPresent();
    }

    /**
     * Returns the schema of the entries of an array.
     *
     * @return the value of {@code items}
     */
    public OpenApiSchema items() {
        return new OpenApiSchema(node.at("items"));
    }

    private Stream<OpenApiSchema> parts() {
        return node.at("allOf").children().values().stream().map(OpenApiSchema::new);
    }
}
