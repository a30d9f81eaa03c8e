package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Pages of the portal that say what the contract says, without a second source for it. */
final class ContractPages {

    private final Contract contract;
    private final Place root;
    private final String description;

    ContractPages(Contract contract) {
        this.contract = contract;
        root = new Place(contract.document(), "");
        description = root.at("info").text("description");
    }

    String errors() {
        return "# Errors\n\n" + section("HTTP 200 does not mean success") + ErrorsPage.of(contract);
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

    private void collect(Place place, List<String> rows) {
        Place facts = place.own("x-unspecified");
        if (facts.exists()) {
            rows.add("| %s | %s |"
                    .formatted(
                            named(place.pointer()),
                            facts.children().values().stream()
                                    .map(fact -> fact.node().asString())
                                    .collect(Collectors.joining("; "))));
        }
        place.node().propertyNames().forEach(name -> collect(place.own(name), rows));
        for (int index = 0; place.node().isArray() && index < place.node().size(); index++) {
            collect(place.own(Integer.toString(index)), rows);
        }
    }

    private String named(String pointer) {
        String[] steps = pointer.substring(1).split("/", -1);
        if (steps[0].equals("paths")) {
            Place operation = root.at("paths", steps[1].replace("~1", "/"), steps[2]);
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
