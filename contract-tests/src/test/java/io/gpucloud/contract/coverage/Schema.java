package io.gpucloud.contract.coverage;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/**
 * A schema of the contract, as far as coverage looks at it.
 *
 * @param document the contract
 * @param node the schema, without a reference
 */
record Schema(JsonNode document, JsonNode node) {

    static Schema of(JsonNode document, JsonNode node) {
        JsonNode resolved = node;
        while (resolved.has("$ref")) {
            resolved = document.at(resolved.get("$ref").stringValue().substring(1));
        }
        return new Schema(document, resolved);
    }

    /** The schema of what an operation answers with success. */
    static Schema ofSuccess(JsonNode document, JsonNode operation) {
        return of(document, operation.at("/responses/200/content/application~1json/schema"));
    }

    /** All that there is to be seen of values of this schema. */
    void sights(String operation, String path, Consumer<Sight> sink) {
        properties().forEach((name, property) -> {
            String member = path + "/" + name;
            if (!requires(name)) {
                sink.accept(new Sight(operation, member, Sight.What.PRESENT));
                sink.accept(new Sight(operation, member, Sight.What.ABSENT));
            }
            property.inner(operation, member, sink);
        });
    }

    private void inner(String operation, String path, Consumer<Sight> sink) {
        if (node.path("type").asString("").equals("array")) {
            sink.accept(new Sight(operation, path, Sight.What.FILLED));
            sink.accept(new Sight(operation, path, Sight.What.EMPTY));
            items().sights(operation, path + "[]", sink);
        } else {
            sights(operation, path, sink);
        }
    }

    /** What is to be seen of a value. */
    void look(String operation, String path, JsonNode value, Consumer<Sight> sink) {
        properties().forEach((name, property) -> {
            String member = path + "/" + name;
            JsonNode found = value.path(name);
            boolean absent = found.isMissingNode() || found.isNull();
            sink.accept(new Sight(operation, member, absent ? Sight.What.ABSENT : Sight.What.PRESENT));
            if (found.isArray()) {
                sink.accept(new Sight(operation, member, found.isEmpty() ? Sight.What.EMPTY : Sight.What.FILLED));
                found.forEach(entry -> property.items().look(operation, member + "[]", entry, sink));
            } else if (!absent) {
                property.look(operation, member, found, sink);
            }
        });
    }

    private Schema items() {
        return of(document, node.path("items"));
    }

    private Map<String, Schema> properties() {
        Map<String, Schema> properties = new LinkedHashMap<>();
        node.path("allOf").forEach(part -> properties.putAll(of(document, part).properties()));
        node.path("properties").forEachEntry((name, property) -> properties.put(name, of(document, property)));
        return properties;
    }

    private boolean requires(String name) {
        boolean here = node.path("required")
                .valueStream()
                .anyMatch(each -> each.asString("").equals(name));
        return here
                || node.path("allOf")
                        .valueStream()
                        .anyMatch(part -> of(document, part).requires(name));
    }
}
