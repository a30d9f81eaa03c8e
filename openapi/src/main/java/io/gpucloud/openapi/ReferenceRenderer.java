package io.gpucloud.openapi;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The reference of a contract as one Markdown text, for readers without JavaScript and for programs. */
final class ReferenceRenderer {

    private final DocumentNode root;
    private final List<OpenApiOperation> operations;
    private final StringBuilder text = new StringBuilder();

    private ReferenceRenderer(OpenApiDocument document) {
        root = document.root();
        operations = document.operations();
    }

    /** The whole contract. */
    static String of(OpenApiDocument document) {
        ReferenceRenderer reference = new ReferenceRenderer(document);
        reference.introduction();
        reference.root.at("tags").children().values().forEach(reference::tag);
        reference.schemas();
        return reference.text.toString();
    }

    private void introduction() {
        DocumentNode info = root.at("info");
        line("# " + info.text("title") + " " + info.text("version"));
        line("> " + info.text("summary"));
        line(info.text("description"));
        line("## Operations");
        root.at("tags").children().values().forEach(tag -> line("- " + tag.text("name") + ": " + links(tag)));
    }

    private String links(DocumentNode tag) {
        return operations(tag)
                .map(OpenApiOperation::id)
                .map(id -> "[" + id + "](#" + id.toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
    }

    private void tag(DocumentNode tag) {
        line("## " + tag.text("name"));
        line(tag.text("description"));
        operations(tag).forEach(this::operation);
    }

    private Stream<OpenApiOperation> operations(DocumentNode tag) {
        return operations.stream()
                .filter(operation ->
                        operation.node().at("tags", "0").value().asString("").equals(tag.text("name")));
    }

    private void operation(OpenApiOperation operation) {
        DocumentNode node = operation.node();
        line("### " + operation.id());
        line("`" + operation.method() + " " + operation.path() + "`: **" + node.text("summary") + "** ("
                + access(operation) + ")");
        line(node.text("description"));
        parameters(operation.parameters());
        operation.requestSchema().ifPresent(this::requestBody);
        responses(operation);
        node.at("x-codeSamples").children().values().forEach(this::sample);
        unspecified(node);
    }

    private String access(OpenApiOperation operation) {
        // Only the administration has two alternatives: no token, and the admin token.
        boolean tokenIsOptional = root.at("security").children().size() > 1;
        if (tokenIsOptional) {
            return "needs the admin token if the stub has one";
        }
        return operation.isPublic() ? "public, needs no API key" : "needs an API key";
    }

    private void requestBody(OpenApiSchema schema) {
        line("Body: " + type(schema.node()));
        members(schema.node());
        schema.node().at("examples").children().values().forEach(this::json);
    }

    private void parameters(List<OpenApiParameter> parameters) {
        if (parameters.isEmpty()) {
            return;
        }
        table("Parameter", "Type", "Meaning");
        parameters.forEach(parameter -> row(
                "`" + parameter.name() + "`",
                type(parameter.schema().node()),
                parameter.node().text("description")));
        text.append('\n');
    }

    private void responses(OpenApiOperation operation) {
        table("HTTP", "Body", "Meaning");
        operation.responses().forEach((status, response) -> {
            String type = response.mediaType("application/json")
                    .map(json -> type(json.schema().node()))
                    .orElse("");
            row(status, type, response.node().text("description"));
        });
        text.append('\n');
        operation
                .response(200)
                .flatMap(success -> success.mediaType("application/json"))
                .map(OpenApiMediaType::examples)
                .orElse(List.of())
                .forEach(example -> {
                    line(example.text("summary") + ":");
                    json(example.at("value"));
                });
    }

    private void sample(DocumentNode sample) {
        fence(
                sample.text("lang").equals("Shell") ? "sh" : sample.text("lang").toLowerCase(Locale.ROOT),
                sample.text("source"));
    }

    private void schemas() {
        line("## Schemas");
        root.at("components", "schemas").children().forEach((name, schema) -> {
            line("### " + name);
            line(schema.text("description"));
            values(schema);
            members(schema);
            unspecified(schema);
        });
    }

    private void values(DocumentNode schema) {
        DocumentNode values = schema.at(schema.at("enum").exists() ? "enum" : "x-extensible-enum");
        if (!values.exists()) {
            return;
        }
        table("Value", "Name", "Meaning");
        values.children()
                .forEach((index, value) -> row(
                        "`" + value.value() + "`",
                        schema.at("x-enum-varnames", index).value().asString(),
                        schema.at("x-enum-descriptions", index).value().asString()));
        text.append('\n');
    }

    private void members(DocumentNode schema) {
        Map<String, DocumentNode> members = schema.at("properties").children();
        if (members.isEmpty()) {
            return;
        }
        Set<String> required = new LinkedHashSet<>();
        schema.at("required")
                .children()
                .values()
                .forEach(name -> required.add(name.value().asString()));
        table("Member", "Type", "Meaning");
        members.forEach((name, member) -> row(
                "`" + name + "`" + (required.contains(name) ? " (required)" : ""),
                type(member),
                member.text("description").isEmpty()
                        ? member.resolved().text("description")
                        : member.text("description")));
        text.append('\n');
    }

    private void unspecified(DocumentNode place) {
        DocumentNode facts = place.at("x-unspecified");
        if (facts.exists()) {
            line("Not documented: "
                    + facts.children().entrySet().stream()
                            .map(fact -> fact.getValue().value().asString() + " (`" + fact.getKey() + "`)")
                            .collect(Collectors.joining("; "))
                    + ".");
        }
    }

    private static String type(DocumentNode schema) {
        String reference = schema.text("$ref");
        if (!reference.isEmpty()) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")";
        }
        if (schema.text("type").equals("array")) {
            return "list of " + type(schema.child("items"));
        }
        return schema.text("type");
    }

    private void json(DocumentNode value) {
        fence("json", PrettyJson.of(value.value()));
    }

    private void fence(String language, String source) {
        line("```" + language + "\n" + source.stripTrailing() + "\n```");
    }

    private void table(String... heads) {
        row(heads);
        row("---", "---", "---");
    }

    private void row(String... cells) {
        StringJoiner row = new StringJoiner(" | ", "| ", " |\n");
        for (String cell : cells) {
            row.add(cell.strip().replace("\n", " ").replace("|", "\\|"));
        }
        text.append(row);
    }

    private void line(String line) {
        text.append(line.strip()).append("\n\n");
    }
}
