package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The structured content of a result for an agent: bounded, and free texts of the service apart from the rest. */
final class ToolContent {

    static final int MOST_RECORDS = 100;

    private static final int MOST_CHARACTERS = 500;

    private static final int LONGEST_NAME = 40;

    /** Members that the service, or whoever named something, writes freely. */
    private static final Set<String> FREE_TEXTS =
            Set.of("name", "title", "remark", "tags", "contents", "components", "gpu");

    /** Members that the service writes, and that are no texts. */
    private static final Set<String> IDENTIFIERS =
            Set.of("instance_uuid", "image_uuid", "pod_uuid", "gpu_uuid", "order_number");

    private static final Pattern IDENTIFIER = Pattern.compile("[!-~]{1,500}");

    private static final String UNREADABLE = "unreadable";

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
            if (value instanceof String text && IDENTIFIERS.contains(name) && !isIdentifier(text)) {
                content.put((String) name, UNREADABLE);
                texts.put((String) name, bounded(text));
            } else if (FREE_TEXTS.contains(name) && value != null) {
                texts.put((String) name, bounded(value));
            } else if (value != null) {
                content.put((String) name, withoutTexts(bounded(value)));
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

    /** The texts in our lists are identifiers and addresses. */
    private static Object withoutTexts(Object value) {
        return value instanceof List<?> items
                ? items.stream()
                        .map(item -> item instanceof String text && !isIdentifier(text) ? UNREADABLE : item)
                        .toList()
                : value;
    }

    private static boolean isIdentifier(String text) {
        return IDENTIFIER.matcher(text).matches();
    }

    /** A text without control characters. */
    static String bounded(String text) {
        return cut(Text.printable(text), MOST_CHARACTERS);
    }

    /** A name of the service in a sentence for a person: in quotation marks of which it has none, and short. */
    static String quoted(@Nullable String name) {
        String line = Text.printable(name == null ? "" : name).replaceAll("[\\p{Pi}\\p{Pf}\"\u201e\uff02]", "'");
        return '"' + cut(line, LONGEST_NAME) + '"';
    }

    private static String cut(String line, int most) {
        if (line.length() <= most) {
            return line;
        }
        boolean splits = Character.isHighSurrogate(line.charAt(most - 1));
        return line.substring(0, splits ? most - 1 : most) + "…";
    }
}
