package io.gpucloud.openapi;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts a contract to OpenAPI 3.0.3, for tools that do not read 3.1; some of them know no later version. It knows
 * the keywords that our contracts use. The result has no {@code allOf} and no {@code if}. It may accept more than the
 * contract, never less.
 */
final class OpenApi30Converter {

    private static final Set<String> KNOWN = Set.of("""
            $ref additionalProperties anyOf default deprecated description discriminator enum example
            exclusiveMaximum exclusiveMinimum externalDocs format items maxItems maxLength maxProperties maximum
            minItems minLength minProperties minimum multipleOf not nullable oneOf pattern properties readOnly
            required title type uniqueItems writeOnly xml
            """.strip().split("\\s+"));

    /** The keywords that a reference to an object loses: its texts, and members that it requires in addition. */
    private static final Set<String> DROPPED = Set.of("description", "example", "title", "deprecated", "required");

    private final ObjectNode original;

    private OpenApi30Converter(ObjectNode original) {
        this.original = original;
    }

    static ObjectNode of(ObjectNode contract) {
        ObjectNode twin = contract.deepCopy();
        twin.put("openapi", "3.0.3");
        info((ObjectNode) twin.get("info"));
        SchemaTransformer.over(twin, (position, schema) -> new OpenApi30Converter(contract).schema(schema));
        // The contents of some schemas have replaced all references to them.
        UnusedComponents.remove(twin, Set.of("schemas"));
        return twin;
    }

    private static void info(ObjectNode info) {
        info.remove("summary");
        if (info.get("license") instanceof ObjectNode license && license.has("identifier")) {
            license.put(
                    "url",
                    "https://spdx.org/licenses/" + license.remove("identifier").asString() + ".html");
        }
    }

    private ObjectNode schema(ObjectNode schema) {
        ObjectNode flat = merged(schema);
        if (flat.path("type") instanceof ArrayNode types) { // a type, and null
            flat.set("type", types.get(0));
            flat.put("nullable", true);
        }
        if (flat.has("const")) {
            flat.putArray("enum").add(flat.get("const"));
        }
        if (flat.path("examples").isArray()) {
            flat.set("example", flat.get("examples").get(0));
        }
        if (flat.has("exclusiveMinimum")) {
            flat.set("minimum", flat.get("exclusiveMinimum"));
            flat.put("exclusiveMinimum", true);
        }
        flat.propertyNames().removeIf(keyword -> !KNOWN.contains(keyword) && !keyword.startsWith("x-"));
        return reference(flat);
    }

    /**
     * A schema that includes the parts of its {@code allOf}. Its own keywords and members override those of the parts.
     * Inherited members come first. With one reference and no members, it is a reference.
     */
    private ObjectNode merged(ObjectNode schema) {
        ObjectNode merged = schema.deepCopy();
        if (merged.remove("allOf") instanceof ArrayNode parts) {
            if (parts.size() == 1 && parts.get(0).has("$ref") && !merged.has("properties")) {
                return merged.setAll((ObjectNode) parts.get(0));
            }
            JsonNode own = merged.remove("properties");
            for (JsonNode part : parts) {
                add(merged, merged(((ObjectNode) part).deepCopy().without("$ref")));
                if (part.has("$ref")) {
                    add(merged, merged((ObjectNode) target(part)));
                }
            }
            if (own instanceof ObjectNode members) {
                merged.withObjectProperty("properties").setAll(members);
            }
        }
        return merged;
    }

    private static void add(ObjectNode schema, ObjectNode part) {
        for (String keyword : List.copyOf(part.propertyNames())) {
            JsonNode value = part.get(keyword);
            switch (keyword) {
                case "properties" ->
                    value.properties()
                            .forEach(property -> schema.withObjectProperty(keyword)
                                    .putIfAbsent(property.getKey(), property.getValue()));
                case "required" -> value.forEach(name -> addOnce(schema.withArrayProperty(keyword), name));
                default -> schema.putIfAbsent(keyword, value);
            }
        }
    }

    private static void addOnce(ArrayNode array, JsonNode value) {
        if (array.valueStream().noneMatch(value::equals)) {
            array.add(value);
        }
    }

    /**
     * OpenAPI 3.0 ignores siblings of a reference. A plain value is inlined, and so is any schema with more than text
     * next to its reference; an object or an enumeration keeps its name and loses the text.
     */
    private ObjectNode reference(ObjectNode schema) {
        if (!schema.has("$ref") || schema.size() == 1) {
            return schema;
        }
        JsonNode target = target(schema);
        boolean plain = target.path("type").isString() && !target.has("properties") && !target.has("enum");
        boolean droppable = schema.propertyStream()
                .map(member -> member.getKey())
                .allMatch(keyword -> keyword.equals("$ref") || DROPPED.contains(keyword) || keyword.startsWith("x-"));
        if (!plain && droppable) {
            return schema.retain("$ref");
        }
        schema.remove("$ref");
        ObjectNode written = schema((ObjectNode) target.deepCopy());
        return written.setAll(schema);
    }

    private JsonNode target(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : target(original.at(reference.substring(1)));
    }
}
