package io.gpucloud.contract.spec;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Compares JSON documents by their members and types. */
final class JsonShape {

    private JsonShape() {}

    /**
     * Compares an example with a response. Each entry of a list in the example must occur in the list of the response,
     * which may have more.
     *
     * @return the differences, empty if there are none
     */
    static List<String> differences(JsonNode example, JsonNode response) {
        List<String> found = new ArrayList<>();
        compare("", example, response, found);
        return found;
    }

    private static void compare(String path, JsonNode example, JsonNode response, List<String> found) {
        if (!type(example).equals(type(response))) {
            found.add("%s is %s in the example, %s in the response".formatted(path, type(example), type(response)));
        } else if (example.isArray()) {
            compareLists(path, example, response, found);
        } else if (example.isObject()) {
            example.propertyNames().stream()
                    .filter(name -> !response.has(name))
                    .forEach(name -> found.add(path + "/" + name + " is only in the example"));
            response.propertyNames().stream()
                    .filter(name -> !example.has(name))
                    .forEach(name -> found.add(path + "/" + name + " is only in the response"));
            example.properties().stream()
                    .filter(member -> response.has(member.getKey()))
                    .forEach(member -> compare(
                            path + "/" + member.getKey(), member.getValue(), response.get(member.getKey()), found));
        }
    }

    private static void compareLists(String path, JsonNode example, JsonNode response, List<String> found) {
        if (example.isEmpty() && !response.isEmpty()) {
            found.add(path + " is empty only in the example");
        }
        for (int index = 0; index < example.size(); index++) {
            JsonNode element = example.get(index);
            if (response.valueStream()
                    .noneMatch(one -> differences(element, one).isEmpty())) {
                found.add("%s/%d matches nothing in the response, %s".formatted(path, index, response));
            }
        }
    }

    private static String type(JsonNode node) {
        return node.isNumber() ? "NUMBER" : node.getNodeType().name();
    }
}
