package io.gpucloud.contract.kit;

import io.gpucloud.contract.kit.AssumptionsPage.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Compares an OpenAPI document with the page of the assumptions. */
final class DocumentedAssumptions {

    /** A result code in a text, and the assumptions that follow it in parentheses: {@code `code` -1 (`unknown-image-code`)}. */
    private static final Pattern CODE =
            Pattern.compile("`?\\bcode`?(?: is| of)? `?(-?[0-9]+)\\b`?(?: \\((`[^)]*`)\\))?");

    private static final Set<String> TEXTS = Set.of("description", "summary", "title");

    private final JsonNode document;
    private final AssumptionsPage page;
    private final List<String> problems = new ArrayList<>();

    private DocumentedAssumptions(JsonNode document, AssumptionsPage page) {
        this.document = document;
        this.page = page;
    }

    /** The differences between document and page; empty if they agree. */
    static List<String> problems(JsonNode document, AssumptionsPage page) {
        DocumentedAssumptions assumptions = new DocumentedAssumptions(document, page);
        assumptions.compareMarks("", document);
        assumptions.compareTexts("", document);
        assumptions.compareExamples();
        return assumptions.problems;
    }

    /** The names of assumptions in {@code x-unspecified}. */
    static Set<String> names(JsonNode document) {
        Set<String> names = new TreeSet<>();
        document.findValues("x-unspecified").forEach(facts -> names.addAll(facts.propertyNames()));
        return names;
    }

    private void compareMarks(String pointer, JsonNode node) {
        JsonNode facts = node.path("x-unspecified");
        if (!facts.isMissingNode()) {
            if (!facts.isObject()) {
                problems.add(pointer + ": x-unspecified has no names of assumptions");
            }
            facts.propertyNames().stream()
                    .filter(name -> !page.names().contains(name))
                    .forEach(name -> problems.add(pointer + ": the page has no assumption " + name));
        }
        children(node).forEach((name, child) -> compareMarks(pointer + "/" + name, child));
    }

    private void compareTexts(String pointer, JsonNode node) {
        children(node).forEach((name, child) -> {
            if (child.isString() && TEXTS.contains(name)) {
                sentences(child.stringValue()).stream()
                        .filter(sentence -> sentence.contains("assum"))
                        .forEach(sentence -> compareCodes(pointer, sentence));
            }
            compareTexts(pointer + "/" + name, child);
        });
    }

    private void compareCodes(String pointer, String sentence) {
        Matcher code = CODE.matcher(sentence);
        while (code.find()) {
            Optional<Integer> number = Optional.of(Integer.valueOf(code.group(1)));
            List<String> names = code.group(2) == null
                    ? List.of()
                    : Arrays.asList(code.group(2).replace("`", "").split(", "));
            if (names.isEmpty()) {
                problems.add(pointer + ": no assumption is named after " + code.group() + ": " + sentence);
            }
            names.stream()
                    .filter(name -> !page.code(name).equals(number))
                    .forEach(name -> problems.add(pointer + ": " + code.group() + ", but " + name + " has code "
                            + page.code(name).map(String::valueOf).orElse("none")));
        }
    }

    private static List<String> sentences(String text) {
        return Arrays.stream(text.split("\n(?=\\||\n|-|#)"))
                .flatMap(paragraph ->
                        Arrays.stream(paragraph.replaceAll("\\s+", " ").split("(?<=[.!?:]) ")))
                .toList();
    }

    private void compareExamples() {
        Map<String, Set<Integer>> statuses = statusesOfExamples();
        Set<String> named = new TreeSet<>();
        for (Row row : page.errors()) {
            for (String example : row.values("Example")) {
                named.add(example);
                JsonNode code = document.at("/components/examples/" + example + "/value/code");
                row.number("code")
                        .filter(expected -> code.asInt(Integer.MIN_VALUE) != expected)
                        .ifPresent(expected -> problems.add("example " + example + " has code " + code
                                + ", the page has " + expected + ": " + row.cells()));
                row.number("HTTP")
                        .filter(expected -> statuses.containsKey(example)
                                && !statuses.get(example).contains(expected))
                        .ifPresent(expected -> problems.add("example " + example + " belongs to HTTP "
                                + statuses.get(example) + ", the page has " + expected));
            }
        }
        document.at("/components/examples").properties().stream()
                .filter(example -> example.getValue().at("/value/code").asInt(0) != 0)
                .map(Map.Entry::getKey)
                .filter(example -> !named.contains(example))
                .forEach(example -> problems.add("the page does not name the example " + example));
    }

    /** The HTTP statuses whose responses show an example, by its name; without examples that only {@code default} shows. */
    private Map<String, Set<Integer>> statusesOfExamples() {
        Map<String, Set<Integer>> statuses = new TreeMap<>();
        for (JsonNode path : document.path("paths")) {
            for (JsonNode operation : path) {
                operation.path("responses").properties().stream()
                        .filter(response -> response.getKey().matches("[0-9]+"))
                        .forEach(response -> examples(response.getValue())
                                .forEach(example -> statuses.computeIfAbsent(example, absent -> new TreeSet<>())
                                        .add(Integer.valueOf(response.getKey()))));
            }
        }
        return statuses;
    }

    private List<String> examples(JsonNode response) {
        String reference = response.path("$ref").asString("");
        JsonNode resolved = reference.isEmpty() ? response : document.at(reference.substring(1));
        return resolved.at("/content/application~1json/examples")
                .valueStream()
                .map(example -> example.path("$ref").asString(""))
                .map(target -> target.substring(target.lastIndexOf('/') + 1))
                .toList();
    }

    private static Map<String, JsonNode> children(JsonNode node) {
        Map<String, JsonNode> children = new TreeMap<>();
        node.properties().forEach(child -> children.put(child.getKey(), child.getValue()));
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            children.put(Integer.toString(index), node.get(index));
        }
        return children;
    }
}
