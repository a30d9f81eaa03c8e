package io.gpucloud.contract.spec;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The form of a JSON document: which members are there, and of which types. */
final class Form {

    private Form() {}

    /**
     * Compares the form of an example with that of a response. Each entry of a list in the example must occur in the list of
     * the answer, which may hold more.
     *
     * @return what is different, none if nothing is
     */
    static List<String> differences(JsonNode example, JsonNode answer) {
        List<String> found = new ArrayList<>();
        compare("", example, answer, found);
        return found;
    }

    private static void compare(String path, JsonNode example, JsonNode answer, List<String> found) {
        if (!type(example).equals(type(answer))) {
            found.add("%s is %s in the example, %s in the answer".formatted(path, type(example), type(answer)));
        } else if (example.isArray()) {
            compareLists(path, example, answer, found);
        } else if (example.isObject()) {
            example.propertyNames().stream()
                    .filter(name -> !answer.has(name))
                    .forEach(name -> found.add(path + "/" + name + " is in the example alone"));
            answer.propertyNames().stream()
                    .filter(name -> !example.has(name))
                    .forEach(name -> found.add(path + "/" + name + " is in the answer alone"));
            example.properties().stream()
                    .filter(member -> answer.has(member.getKey()))
                    .forEach(member -> compare(
                            path + "/" + member.getKey(), member.getValue(), answer.get(member.getKey()), found));
        }
    }

    private static void compareLists(String path, JsonNode example, JsonNode answer, List<String> found) {
        if (example.isEmpty() && !answer.isEmpty()) {
            found.add(path + " is empty in the example alone");
        }
        for (int index = 0; index < example.size(); index++) {
            JsonNode element = example.get(index);
            if (answer.valueStream().noneMatch(one -> differences(element, one).isEmpty())) {
                found.add("%s/%d is like nothing in the answer, %s".formatted(path, index, answer));
            }
        }
    }

    private static String type(JsonNode node) {
        return node.isNumber() ? "NUMBER" : node.getNodeType().name();
    }
}
