package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Workflows, an Arazzo document, as Markdown: each step with its request and an example of the response. */
final class WorkflowsRenderer {

    private static final Pattern OUTPUT = Pattern.compile("\\$steps\\.(\\w+)\\.outputs\\.(\\w+)");
    private static final Pattern INPUT = Pattern.compile("\\{?\\$inputs\\.(\\w+)}?");
    private static final Pattern QUOTED_INPUT = Pattern.compile("\"\\{(shutdownTime)}\"");

    private final OpenApiDocument contract;
    private final StringBuilder text = new StringBuilder();

    private WorkflowsRenderer(OpenApiDocument contract) {
        this.contract = contract;
    }

    static String of(ObjectNode arazzo, OpenApiDocument contract) {
        WorkflowsRenderer workflows = new WorkflowsRenderer(contract);
        DocumentNode root = DocumentNode.root("gpu-cloud-v2.arazzo.yaml", arazzo);
        workflows.line("# " + root.at("info").text("title"));
        workflows.line(root.at("info").text("description"));
        workflows.line("A name in braces, such as `{choosePod.pod}`, is a value from the response of an earlier step.");
        root.at("workflows").children().values().forEach(workflows::workflow);
        return workflows.text.toString();
    }

    private void workflow(DocumentNode workflow) {
        line("## " + workflow.text("summary"));
        line(workflow.text("description"));
        int number = 1;
        for (DocumentNode step : workflow.at("steps").children().values()) {
            line("### %d. %s".formatted(number++, title(step.text("stepId"))));
            line(step.text("description"));
            OpenApiOperation operation = contract.operation(step.text("operationId"));
            fence("http", request(workflow, step, operation));
            response(operation, step);
        }
    }

    /** The identifier of a step, such as {@code choosePod}, as words. */
    private static String title(String stepId) {
        String words = stepId.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static String request(DocumentNode workflow, DocumentNode step, OpenApiOperation operation) {
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        StringBuilder headers = new StringBuilder();
        List<DocumentNode> parameters =
                new ArrayList<>(step.at("parameters").children().values());
        parameters.addAll(workflow.at("parameters").children().values());
        for (DocumentNode parameter : parameters) {
            String value = named(parameter.child("value").value().asString());
            if (parameter.text("in").equals("query")) {
                query.add(parameter.text("name") + "=" + value);
            } else {
                headers.append(parameter.text("name"))
                        .append(": ")
                        .append(value)
                        .append('\n');
            }
        }
        DocumentNode payload = step.at("requestBody", "payload");
        String body = payload.exists()
                ? "Content-Type: application/json\n\n"
                        + QUOTED_INPUT
                                .matcher(named(PrettyJson.of(payload.value())))
                                .replaceAll("{$1}")
                : "";
        return operation.method() + " " + operation.path() + query + "\n" + headers + body;
    }

    /** An example of the response that the step expects, which is a failure in one workflow. */
    private void response(OpenApiOperation operation, DocumentNode step) {
        String outputs = step.at("outputs").children().entrySet().stream()
                .map(output -> "`{%s.%s}` is `%s`"
                        .formatted(
                                step.text("stepId"),
                                output.getKey(),
                                output.getValue().value().asString().replace("$response.body#/", "")))
                .collect(Collectors.joining(", "));
        boolean failure = step.at("successCriteria").children().values().stream()
                .anyMatch(criterion -> criterion.text("condition").matches("\\$response.body#/code (!= 0|== [^0].*)"));
        operation
                .response(200)
                .flatMap(success -> success.mediaType("application/json"))
                .map(OpenApiMediaType::examples)
                .orElse(List.of())
                .stream()
                .map(example -> example.at("value"))
                .filter(value -> value.at("code").value().asInt(0) != 0 == failure)
                .findFirst()
                .ifPresent(value -> {
                    line("Response, for example" + (outputs.isEmpty() ? ":" : " (" + outputs + "):"));
                    fence("json", PrettyJson.of(value.value()));
                });
    }

    /** Replaces the runtime expressions of Arazzo with names in braces. */
    private static String named(String value) {
        return INPUT.matcher(OUTPUT.matcher(value).replaceAll("{$1.$2}")).replaceAll("{$1}");
    }

    private void fence(String language, String source) {
        line("```" + language + "\n" + source.stripTrailing() + "\n```");
    }

    private void line(String line) {
        text.append(line.strip()).append("\n\n");
    }
}
