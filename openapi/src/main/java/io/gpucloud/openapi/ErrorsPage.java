package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page that lists the errors of all operations, each once. */
final class ErrorsPage {

    private static final String SUCCESS = "200";

    /** The responses of each status by JSON pointer, so that a shared response is listed once. */
    private final Map<String, Map<String, OpenApiResponse>> responses = new TreeMap<>();

    private final Map<String, DocumentNode> refusals = new LinkedHashMap<>();
    private final Map<String, Set<String>> refusing = new LinkedHashMap<>();

    private ErrorsPage(OpenApiDocument document) {
        document.operations().forEach(this::read);
    }

    /** In Markdown, below a title and an introduction. */
    static String of(OpenApiDocument document) {
        ErrorsPage page = new ErrorsPage(document);
        return page.statuses() + page.refusals() + page.bodies();
    }

    private void read(OpenApiOperation operation) {
        operation.responses().forEach((status, response) -> {
            if (status.equals(SUCCESS)) {
                examples(response).values().stream()
                        .filter(example -> example.at("value", "code").value().asInt(0) != 0)
                        .forEach(example -> refused(example, operation.id()));
            } else {
                responses
                        .computeIfAbsent(status, first -> new LinkedHashMap<>())
                        .put(response.node().pointer(), response);
            }
        });
    }

    private void refused(DocumentNode example, String operation) {
        refusals.put(example.pointer(), example);
        refusing.computeIfAbsent(example.pointer(), first -> new LinkedHashSet<>())
                .add("`" + operation + "`");
    }

    private Set<String> operations(DocumentNode refusal) {
        return refusing.getOrDefault(refusal.pointer(), Set.of());
    }

    private String statuses() {
        return "\n## HTTP statuses\n\n| Status | What it means |\n|---|---|\n"
                + row(SUCCESS, "The response of the operation. `code` says whether it succeeded.")
                + responses.entrySet().stream()
                        .flatMap(status -> status.getValue().values().stream()
                                .map(response ->
                                        row(status.getKey(), response.node().text("description"))))
                        .collect(Collectors.joining());
    }

    private static String row(String status, String meaning) {
        return "| %s | %s |\n".formatted(status, meaning.strip().replace("\n", " "));
    }

    private String refusals() {
        return "\n## Rejections with HTTP 200\n"
                + refusals.values().stream()
                        .map(example -> body(example, ", from " + String.join(", ", operations(example))))
                        .collect(Collectors.joining());
    }

    private String bodies() {
        return "\n## Bodies of other statuses\n"
                + responses.values().stream()
                        .flatMap(described -> described.values().stream())
                        .flatMap(response -> examples(response).values().stream())
                        .map(example -> body(example, ""))
                        .collect(Collectors.joining());
    }

    /** The examples of a response by their pointers. */
    private static Map<String, DocumentNode> examples(OpenApiResponse response) {
        Map<String, DocumentNode> examples = new LinkedHashMap<>();
        response.mediaType("application/json").stream()
                .flatMap(json -> json.examples().stream())
                .forEach(example -> examples.put(example.pointer(), example));
        return examples;
    }

    private static String body(DocumentNode example, String operations) {
        return "\n%s%s:\n\n```json\n%s\n```\n"
                .formatted(
                        example.text("summary"),
                        operations,
                        PrettyJson.of(example.at("value").value()));
    }
}
