package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pages of the portal that list what the contract contains: its errors, and the facts that are not documented. */
final class ContractPages {

    private final OpenApiDocument document;
    private final DocumentNode root;

    ContractPages(OpenApiDocument document) {
        this.document = document;
        root = document.root();
    }

    /** All errors of the contract, after the text. */
    String errors(String text) {
        return text + ErrorsPage.of(document);
    }

    /** The facts without a place of their own, and those at their places; the text comes before them. */
    String unknowns(String text) {
        List<String> rows = new ArrayList<>();
        collect(root.at("servers"), rows);
        collect(root.at("tags"), rows);
        collect(root.at("paths"), rows);
        collect(root.at("components"), rows);
        return text
                + facts(root.at("info")).stream().map("- %s\n"::formatted).collect(Collectors.joining())
                + "\n## By operation, parameter, schema and member\n\n| Where | Not documented |\n|---|---|\n"
                + String.join("\n", rows) + "\n";
    }

    private static List<String> facts(DocumentNode node) {
        return node.child("x-unspecified").children().values().stream()
                .map(fact -> fact.value().asString())
                .toList();
    }

    private void collect(DocumentNode node, List<String> rows) {
        List<String> facts = facts(node);
        if (!facts.isEmpty()) {
            rows.add("| %s | %s |".formatted(named(node.pointer()), String.join("; ", facts)));
        }
        node.value().propertyNames().forEach(name -> collect(node.child(name), rows));
        for (int index = 0; node.value().isArray() && index < node.value().size(); index++) {
            collect(node.child(Integer.toString(index)), rows);
        }
    }

    private String named(String pointer) {
        String[] steps = pointer.substring(1).split("/", -1);
        if (steps[0].equals("servers")) {
            return "base URL";
        }
        if (steps[0].equals("tags")) {
            return root.at(steps).text("name");
        }
        if (steps[0].equals("paths")) {
            DocumentNode operation = root.at("paths", steps[1].replace("~1", "/"), steps[2]);
            String parameter =
                    steps.length > 4 ? ", " + operation.at(steps[3], steps[4]).text("name") : "";
            return "`" + operation.text("operationId") + "`" + parameter;
        }
        return "`" + steps[2] + "`" + (steps.length > 4 ? ", `" + steps[4] + "`" : "");
    }
}
