package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The structured content of a result for an agent: bounded, and free texts of the service apart from the rest. */
final class ToolContent {

    static final int MOST_RECORDS = 100;

    private static final int MOST_CHARACTERS = 500;

    /** Members that the service, or whoever named something, writes freely. */
    private static final Set<String> FREE_TEXTS =
            Set.of("name", "title", "remark", "tags", "contents", "components", "gpu");

    private ToolContent() {}

    static Map<String, Object> of(Document document) {
        Map<String, Object> content = members(Output.jsonMembers(document.members()));
        boolean more = document.members().values().stream()
                .anyMatch(member -> member instanceof Document.Section list
                        && list.records().size() > MOST_RECORDS);
        if (more) {
            content.put("more", true);
        }
        return content;
    }

    private static Map<String, Object> members(Map<?, ?> members) {
        Map<String, Object> content = new LinkedHashMap<>();
        Map<String, Object> texts = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            if (value != null) {
                (FREE_TEXTS.contains(name) ? texts : content).put((String) name, bounded(value));
            }
        });
        if (!texts.isEmpty()) {
            content.put("service_texts", texts);
        }
        return content;
    }

    private static Object bounded(Object value) {
        if (value instanceof Map<?, ?> members) {
            return members(members);
        }
        if (value instanceof List<?> items) {
            return items.stream().limit(MOST_RECORDS).map(ToolContent::bounded).toList();
        }
        return value instanceof String text ? bounded(text) : value;
    }

    /** A text without control characters. */
    static String bounded(String text) {
        String line = Text.printable(text);
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "…";
    }
}
