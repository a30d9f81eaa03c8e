package io.gpucloud.stub.pact;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Fills the contents of an account with parameters of a state.
 *
 * <ul>
 *   <li>The text {@code ${NAME}} is replaced by a parameter, or by an identifier of the catalog.
 *   <li>An entry of a list with the member {@code $times} is repeated. Its texts can contain {@code ${index}}.
 *   <li>An object with the member {@code $case} is replaced by its member with the name that {@code $case} has.
 * </ul>
 */
final class SeedTemplate {

    private static final int MOST_TIMES = 1_000;

    private final StateParameters given;
    private final Map<String, String> offered;
    /** The parameters by the places that they fill. */
    private final Map<String, String> places = new HashMap<>();

    SeedTemplate(StateParameters given, Map<String, String> offered) {
        this.given = given;
        this.offered = offered;
    }

    JsonNode fill(JsonNode template) {
        return fill(template, "", 0);
    }

    /** The parameter at a place of the filled contents, or the place itself if the template has no parameter there. */
    String parameterOf(String place) {
        return places.getOrDefault(place, place);
    }

    private JsonNode fill(JsonNode template, String place, int index) {
        if (template.has("$case")) {
            return fill(chosen(template), place, index);
        }
        if (template instanceof ObjectNode object) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            object.properties().stream()
                    .filter(member -> !member.getKey().equals("$times"))
                    .forEach(member ->
                            filled.set(member.getKey(), fill(member.getValue(), join(place, member.getKey()), index)));
            return filled;
        }
        if (template instanceof ArrayNode array) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            for (JsonNode entry : array) {
                int times = entry.has("$times") ? given.number(name(entry.path("$times")), 0, MOST_TIMES) : 1;
                for (int count = 0; count < times; count++) {
                    filled.add(fill(entry, place + "[" + filled.size() + "]", count));
                }
            }
            return filled;
        }
        return template.isString() ? value(template.stringValue(), place, index) : template;
    }

    private static String join(String place, String member) {
        return place.isEmpty() ? member : place + "." + member;
    }

    private JsonNode chosen(JsonNode template) {
        String parameter = name(template.path("$case"));
        JsonNode chosen = template.path(given.value(parameter).asString(""));
        if (!chosen.isObject()) {
            List<String> cases = template.propertyNames().stream()
                    .filter(name -> !name.equals("$case"))
                    .toList();
            throw StateParameters.invalid(parameter, "must be one of " + cases);
        }
        return chosen;
    }

    private JsonNode value(String text, String place, int index) {
        String whole = text.replace("${index}", Integer.toString(index));
        if (!whole.startsWith("${")) {
            return StringNode.valueOf(whole);
        }
        String name = name(StringNode.valueOf(whole));
        places.put(place, name);
        return offered.containsKey(name) ? StringNode.valueOf(offered.get(name)) : given.value(name);
    }

    /** The name in <code>${NAME}</code>. */
    private static String name(JsonNode placeholder) {
        return placeholder.stringValue().substring(2, placeholder.stringValue().length() - 1);
    }
}
