package io.gpucloud.openapi;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A contract as one text in Markdown, for people without JavaScript and for programs that read. */
final class ReferenceText {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Place root;
    private final StringBuilder text = new StringBuilder();

    private ReferenceText(Contract contract) {
        root = new Place(contract.document(), "");
    }

    /** The whole contract. */
    static String of(Contract contract) {
        ReferenceText reference = new ReferenceText(contract);
        reference.introduction();
        reference.root.at("tags").children().values().forEach(reference::tag);
        reference.schemas();
        return reference.text.toString();
    }

    private void introduction() {
        Place info = root.at("info");
        line("# " + info.text("title") + " " + info.text("version"));
        line("> " + info.text("summary"));
        line(info.text("description"));
        line("## Operations");
        root.at("tags").children().values().forEach(tag -> line("- " + tag.text("name") + ": " + links(tag)));
    }

    private String links(Place tag) {
        return operations(tag).values().stream()
                .map(operation -> operation.text("operationId"))
                .map(id -> "[" + id + "](#" + id.toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
    }

    private void tag(Place tag) {
        line("## " + tag.text("name"));
        line(tag.text("description"));
        operations(tag).forEach(this::operation);
    }

    /** The operations of a tag, by method and path. */
    private Map<String, Place> operations(Place tag) {
        Map<String, Place> found = new LinkedHashMap<>();
        root.at("paths")
                .children()
                .forEach((path, item) -> item.children().forEach((method, operation) -> {
                    if (operation.at("tags", "0").node().asString().equals(tag.text("name"))) {
                        found.put(method.toUpperCase(Locale.ROOT) + " " + path, operation);
                    }
                }));
        return found;
    }

    private void operation(String call, Place operation) {
        line("### " + operation.text("operationId"));
        String access = operation.at("security").exists() ? "public, needs no API key" : "needs an API key";
        line("`" + call + "`: **" + operation.text("summary") + "** (" + access + ")");
        line(operation.text("description"));
        parameters(operation.at("parameters"));
        Place body = operation.at("requestBody", "content", "application/json", "schema");
        if (body.exists()) {
            line("Body: " + type(body));
            members(body);
            body.at("examples").children().values().forEach(this::json);
        }
        responses(operation.at("responses"));
        operation.at("x-codeSamples").children().values().forEach(this::sample);
        unspecified(operation);
    }

    private void parameters(Place parameters) {
        if (parameters.children().isEmpty()) {
            return;
        }
        table("Parameter", "Type", "Meaning");
        parameters.children().values().forEach(parameter -> {
            Place known = parameter.target();
            row("`" + known.text("name") + "`", type(known.at("schema")), known.text("description"));
        });
        text.append('\n');
    }

    private void responses(Place responses) {
        table("HTTP", "Body", "Meaning");
        responses.children().forEach((status, response) -> {
            Place known = response.target();
            row(status, type(known.at("content", "application/json", "schema")), known.text("description"));
        });
        text.append('\n');
        Place success = responses.at("200", "content", "application/json", "examples");
        success.children().values().forEach(example -> {
            line(example.target().text("summary") + ":");
            json(example.at("value"));
        });
    }

    private void sample(Place sample) {
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

    private void values(Place schema) {
        Place values = schema.at(schema.at("enum").exists() ? "enum" : "x-extensible-enum");
        if (!values.exists()) {
            return;
        }
        table("Value", "Name", "Meaning");
        values.children()
                .forEach((index, value) -> row(
                        "`" + value.node() + "`",
                        schema.at("x-enum-varnames", index).node().asString(),
                        schema.at("x-enum-descriptions", index).node().asString()));
        text.append('\n');
    }

    private void members(Place schema) {
        Map<String, Place> members = schema.at("properties").children();
        if (members.isEmpty()) {
            return;
        }
        Set<String> required = new LinkedHashSet<>();
        schema.at("required")
                .children()
                .values()
                .forEach(name -> required.add(name.node().asString()));
        table("Member", "Type", "Meaning");
        members.forEach((name, member) -> row(
                "`" + name + "`" + (required.contains(name) ? " (required)" : ""),
                type(member),
                member.text("description").isEmpty()
                        ? member.target().text("description")
                        : member.text("description")));
        text.append('\n');
    }

    private void unspecified(Place place) {
        Place facts = place.at("x-unspecified");
        if (facts.exists()) {
            line("Not documented: "
                    + facts.children().values().stream()
                            .map(fact -> fact.node().asString())
                            .collect(Collectors.joining("; "))
                    + ".");
        }
    }

    private static String type(Place schema) {
        String reference = schema.text("$ref");
        if (!reference.isEmpty()) {
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")";
        }
        if (schema.text("type").equals("array")) {
            return "list of " + type(schema.own("items"));
        }
        return schema.text("type");
    }

    private void json(Place value) {
        fence("json", JSON.writeValueAsString(value.node()));
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
