package io.gpucloud.contract.robustness;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The texts of {@code hostile.json}, which are known to cause errors in servers and parsers. There, {@code <3*ab#,>}
 * stands for {@code ab0,ab1,ab2,}.
 */
final class HostileInput {

    private static final Pattern REPEATED = Pattern.compile("<(\\d+)\\*([^>]*)>");
    private static final JsonNode ALL = read();

    private HostileInput() {}

    /** The texts of a section. */
    static List<String> of(String section) {
        return ALL.path(section)
                .valueStream()
                .map(text -> expanded(text.stringValue()))
                .toList();
    }

    private static String expanded(String text) {
        return REPEATED.matcher(text)
                .replaceAll(part -> Matcher.quoteReplacement(repeated(Integer.parseInt(part.group(1)), part.group(2))));
    }

    private static String repeated(int times, String text) {
        return IntStream.range(0, times)
                .mapToObj(number -> text.replace("#", Integer.toString(number)))
                .collect(joining());
    }

    private static JsonNode read() {
        try (InputStream json = Objects.requireNonNull(HostileInput.class.getResourceAsStream("hostile.json"))) {
            return JsonMapper.shared().readTree(json);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
