package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pages of the portal that say what the contract says, without a second source for it. */
final class ContractPages {

    private final OpenApiDocument document;
    private final DocumentNode root;
    private final String description;

    ContractPages(OpenApiDocument document) {
        this.document = document;
        root = document.root();
        description = root.at("info").text("description");
    }

    String errors() {
        return "# Errors\n\n" + section("HTTP 200 does not mean success") + ErrorsPage.of(document);
    }

    String limits() {
        return "# Limits\n\n" + section("Limits");
    }

    String unknowns() {
        List<String> rows = new ArrayList<>();
        collect(root.at("paths"), rows);
        collect(root.at("components"), rows);
        return "# Known unknowns\n\n" + section("Known unknowns")
                + "\n## At their places\n\n| Where | What is not documented |\n|---|---|\n"
                + rows.stream().collect(Collectors.joining("\n")) + "\n";
    }

    private void collect(DocumentNode node, List<String> rows) {
        DocumentNode facts = node.child("x-unspecified");
        if (facts.exists()) {
            rows.add("| %s | %s |"
                    .formatted(
                            named(node.pointer()),
                            facts.children().values().stream()
                                    .map(fact -> fact.value().asString())
                                    .collect(Collectors.joining("; "))));
        }
        node.value().propertyNames().forEach(name -> collect(node.child(name), rows));
        for (int index = 0; node.value().isArray() && index < node.value().size(); index++) {
            collect(node.child(Integer.toString(index)), rows);
        }
    }

    private String named(String pointer) {
        String[] steps = pointer.substring(1).split("/", -1);
        if (steps[0].equals("paths")) {
            DocumentNode operation = root.at("paths", steps[1].replace("~1", "/"), steps[2]);
            String parameter =
                    steps.length > 4 ? ", " + operation.at(steps[3], steps[4]).text("name") : "";
            return "`" + operation.text("operationId") + "`" + parameter;
        }
        return "`" + steps[2] + "`" + (steps.length > 4 ? ", `" + steps[4] + "`" : "");
    }

    /** What stands in the introduction below a heading. */
    private String section(String heading) {
        String from = "## " + heading + "\n";
        int start = description.indexOf(from);
        if (start < 0) {
            throw new IllegalStateException("the introduction has no section " + heading);
        }
        int end = description.indexOf("\n## ", start);
        return description
                        .substring(start + from.length(), end < 0 ? description.length() : end)
                        .strip() + "\n";
    }
}
