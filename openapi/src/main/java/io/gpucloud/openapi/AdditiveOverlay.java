package io.gpucloud.openapi;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Applies an OpenAPI Overlay 1.0 that only adds to a document, and replaces its texts. Of JSONPath it knows names, such
 * as {@code $.paths['/gpu/list'].get}. Unlike the specification it rejects an action without a match, and one that
 * would remove or change anything but a text.
 */
final class AdditiveOverlay {

    private static final Pattern NAME = Pattern.compile("\\.([\\w-]+)|\\['([^']+)']");

    private static final Set<String> TEXTS = Set.of("title", "version", "summary", "description");

    private AdditiveOverlay() {}

    /**
     * Returns a copy of a document with the additions.
     *
     * @throws IllegalArgumentException if an action matches nothing, or does not only add
     */
    static ObjectNode applied(JsonNode overlay, ObjectNode document) {
        ObjectNode result = document.deepCopy();
        for (JsonNode action : overlay.path("actions")) {
            String target = action.path("target").asString("");
            if (!(action.path("update") instanceof ObjectNode update) || action.has("remove")) {
                throw new IllegalArgumentException("the action for " + target + " is not an update with an object");
            }
            merge(target, find(target, result), update);
        }
        return result;
    }

    private static ObjectNode find(String target, ObjectNode document) {
        JsonNode node = document;
        Matcher names = NAME.matcher(target).region(Math.min(1, target.length()), target.length());
        int end = 1;
        while (names.find() && names.start() == end) {
            node = node.path(names.group(1) == null ? names.group(2) : names.group(1));
            end = names.end();
        }
        if (!target.startsWith("$") || end != target.length()) {
            throw new IllegalArgumentException("the target " + target + " is not $ with names");
        }
        if (!(node instanceof ObjectNode object)) {
            throw new IllegalArgumentException("the target " + target + " matches no object");
        }
        return object;
    }

    private static void merge(String place, ObjectNode node, ObjectNode update) {
        for (Map.Entry<String, JsonNode> member : update.properties()) {
            String name = member.getKey();
            JsonNode before = node.get(name);
            JsonNode added = member.getValue();
            boolean isText = TEXTS.contains(name) && added.isString();
            if (before == null || (isText && before.isString())) {
                node.set(name, added.deepCopy());
            } else if (before instanceof ObjectNode object && added instanceof ObjectNode additions) {
                merge(place + "." + name, object, additions);
            } else if (before instanceof ArrayNode array
                    && added instanceof ArrayNode entries
                    && !name.equals("required")) {
                array.addAll(entries.deepCopy());
            } else {
                throw new IllegalArgumentException("the overlay would change " + name + " of " + place);
            }
        }
    }
}
