package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;

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

    /** The undocumented facts: first those about the whole API, then those of single places. The text comes before them. */
    String unknowns(String text) {
        List<String> rows = new ArrayList<>();
        collect(root.at("servers"), rows);
        collect(root.at("tags"), rows);
        collect(root.at("paths"), rows);
        collect(root.at("components"), rows);
        return text
                + String.join("\n", facts(root.at("info"), "- %s (%s)"))
                + "\n\n## By operation, parameter, schema and member\n\n"
                + "| Where | Not documented | Assumption |\n|---|---|---|\n"
                + String.join("\n", rows) + "\n";
    }

    /** One line for each undocumented fact; the format takes the fact and a link to its assumption. */
    private static List<String> facts(DocumentNode node, String format) {
        List<String> lines = new ArrayList<>();
        node.child("x-unspecified")
                .children()
                .forEach((assumption, fact) ->
                        lines.add(format.formatted(fact.value().asString(), linked(assumption))));
        return lines;
    }

    private static String linked(String assumption) {
        return "[`%1$s`](assumptions.html#%1$s)".formatted(assumption);
    }

    private void collect(DocumentNode node, List<String> rows) {
        if (node.child("x-unspecified").exists()) {
            rows.addAll(facts(node, "| " + named(node.pointer()) + " | %s | %s |"));
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
