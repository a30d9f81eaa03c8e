package io.gpucloud.contract.kit;

import io.gpucloud.openapi.Assumption;
import io.gpucloud.openapi.Assumption.ErrorCode;
import io.gpucloud.openapi.AssumptionCatalogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Compares an OpenAPI document with the catalogue of assumptions. */
final class DocumentedAssumptions {

    /**
     * A result code in a text, and the assumptions that follow it in parentheses: {@code `code` -1
     * (`unknown-image-code`)}.
     */
    private static final Pattern CODE =
            Pattern.compile("`?\\bcode`?(?: is| of)? `?(-?[0-9]+)\\b`?(?: \\((`[^)]*`)\\))?");

    private static final Set<String> TEXTS = Set.of("description", "summary", "title");

    private final JsonNode document;
    private final AssumptionCatalogue catalogue;
    private final List<String> problems = new ArrayList<>();

    private DocumentedAssumptions(JsonNode document, AssumptionCatalogue catalogue) {
        this.document = document;
        this.catalogue = catalogue;
    }

    /** The differences between document and catalogue; empty if they agree. */
    static List<String> problems(JsonNode document, AssumptionCatalogue catalogue) {
        DocumentedAssumptions assumptions = new DocumentedAssumptions(document, catalogue);
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
                    .filter(name -> catalogue.find(name).isEmpty())
                    .forEach(name -> problems.add(pointer + ": there is no assumption " + name));
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
                    .filter(name -> !code(name).equals(number))
                    .forEach(name -> problems.add(pointer + ": " + code.group() + ", but " + name + " has code "
                            + code(name).map(String::valueOf).orElse("none")));
        }
    }

    private Optional<Integer> code(String name) {
        return catalogue.find(name).map(Assumption::error).map(ErrorCode::code);
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
        catalogue.documentedCodes().forEach(error -> {
            named.add(error.example());
            compareExample(error.example(), new ErrorCode(status("refusal-status"), error.code()), statuses);
        });
        catalogue
                .assumptions()
                .filter(assumption -> assumption.example() != null)
                .forEach(assumption -> {
                    named.add(assumption.example());
                    compareExample(assumption.example(), Objects.requireNonNull(assumption.error()), statuses);
                });
        document.at("/components/examples").properties().stream()
                .filter(example -> example.getValue().at("/value/code").asInt(0) != 0)
                .map(Map.Entry::getKey)
                .filter(example -> !named.contains(example))
                .forEach(example -> problems.add("the catalogue does not name the example " + example));
    }

    private int status(String assumption) {
        return Objects.requireNonNull(catalogue.find(assumption).orElseThrow().error())
                .status();
    }

    private void compareExample(String example, ErrorCode error, Map<String, Set<Integer>> statuses) {
        JsonNode code = document.at("/components/examples/" + example + "/value/code");
        if (error.code() != null && code.asInt(Integer.MIN_VALUE) != error.code()) {
            problems.add("example " + example + " has code " + code + ", the catalogue has " + error.code());
        }
        Set<Integer> shown = statuses.getOrDefault(example, Set.of(error.status()));
        if (!shown.contains(error.status())) {
            problems.add("example " + example + " belongs to HTTP " + shown + ", the catalogue has " + error.status());
        }
    }

    /**
     * The HTTP statuses whose responses show an example, by its name; without examples that only {@code default} shows.
     */
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
