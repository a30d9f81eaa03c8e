package io.gpucloud.openapi;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reduces the contract to the facts of the service's documentation, for an owner who fills in the rest: without
 * extensions, without the keywords that {@code x-assumed} lists, and without the examples that it marks.
 */
final class DocumentedContract {

    private static final String ASSUMED = "x-assumed";

    /** The kinds of components to which {@code $ref} refers, unlike {@code securitySchemes}. */
    private static final Set<String> USED =
            Set.of("examples", "headers", "links", "parameters", "requestBodies", "responses", "schemas");

    private static final Set<String> VALUES = Set.of("value", "example", "examples", "enum", "const", "default");

    /** An entry of a list in a description that explains an extension. */
    private static final Pattern EXTENSION = Pattern.compile("(?m)^- [^\n]*`x-[a-z]+`[^\n]*\n");

    private final ObjectNode document;

    private DocumentedContract(ObjectNode document) {
        this.document = document;
    }

    static ObjectNode of(ObjectNode contract) {
        var documented = new DocumentedContract(contract.deepCopy());
        documented.removeAssumedExamples();
        documented.strip(documented.document);
        UnusedComponents.remove(documented.document, USED);
        return documented.document;
    }

    private void removeAssumedExamples() {
        ObjectNode examples = (ObjectNode) document.at("/components/examples");
        List<String> assumed = examples.propertyStream()
                .filter(example -> example.getValue().path(ASSUMED).asBoolean(false))
                .map(example -> example.getKey())
                .toList();
        examples.remove(assumed);
        for (JsonNode parent : document.findParents("examples")) {
            if (parent.get("examples") instanceof ObjectNode named) {
                named.removeIf(example -> assumed.stream()
                        .anyMatch(name -> example.path("$ref").asString("").endsWith("/examples/" + name)));
            }
        }
    }

    private void strip(JsonNode node) {
        if (node instanceof ArrayNode array) {
            array.forEach(this::strip);
        } else if (node instanceof ObjectNode object) {
            if (object.path(ASSUMED) instanceof ArrayNode keywords) {
                object.remove(keywords.valueStream().map(JsonNode::asString).toList());
            }
            object.propertyNames().removeIf(name -> name.startsWith("x-"));
            if (object.path("description").isString()) {
                String description = object.get("description").asString();
                object.put("description", EXTENSION.matcher(description).replaceAll(""));
            }
            object.properties().stream()
                    .filter(member -> !VALUES.contains(member.getKey()))
                    .forEach(member -> strip(member.getValue()));
        }
    }
}
