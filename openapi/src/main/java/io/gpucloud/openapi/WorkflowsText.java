package io.gpucloud.openapi;

import tools.jackson.databind.node.ObjectNode;

/** Workflows, an Arazzo document, as a text in Markdown. */
final class WorkflowsText {

    private WorkflowsText() {}

    static String of(ObjectNode arazzo) {
        Place root = new Place(arazzo, "");
        Place info = root.at("info");
        StringBuilder text = new StringBuilder("# " + info.text("title") + "\n\n" + info.text("description") + "\n");
        for (Place workflow : root.at("workflows").children().values()) {
            text.append("\n## %s\n\n%s\n\n"
                    .formatted(
                            workflow.text("summary"),
                            workflow.text("description").strip()));
            int number = 1;
            for (Place step : workflow.at("steps").children().values()) {
                text.append("%d. `%s`: %s\n"
                        .formatted(
                                number++,
                                step.text("operationId"),
                                step.text("description").strip()));
            }
        }
        return text.toString();
    }
}
