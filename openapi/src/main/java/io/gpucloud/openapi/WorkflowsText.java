package io.gpucloud.openapi;

import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Workflows, an Arazzo document, as a text in Markdown. */
final class WorkflowsText {

    private WorkflowsText() {}

    static String of(ObjectNode arazzo) {
        DocumentNode root = DocumentNode.root("gpu-cloud-v2.arazzo.yaml", arazzo);
        DocumentNode info = root.at("info");
        StringBuilder text = new StringBuilder("# " + info.text("title") + "\n\n" + info.text("description") + "\n");
        for (DocumentNode workflow : root.at("workflows").children().values()) {
            text.append("\n## %s\n\n%s\n\n"
                    .formatted(
                            workflow.text("summary"),
                            workflow.text("description").strip()));
            int number = 1;
            for (DocumentNode step : workflow.at("steps").children().values()) {
                String operation = step.text("operationId");
                text.append("%d. [`%s`](reference.html#%s): %s\n"
                        .formatted(
                                number++,
                                operation,
                                operation.toLowerCase(Locale.ROOT),
                                step.text("description").strip()));
            }
        }
        return text.toString();
    }
}
