package io.gpucloud.cli.output;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Prints results: tables for people, JSON for programs. */
public final class Output {

    private static final String GAP = "  ";
    /** The least that is useful of the last column. */
    private static final int MIN_ROOM = 20;

    /** In the mode of a file, see {@code stat(2)}. */
    private static final int FILE_TYPE = 0170000;

    private static final int PIPE = 0010000;

    /** The format of results. */
    public enum Format {
        TABLE,
        JSON
    }

    private final PrintWriter out;
    private final Format format;
    private final int width;

    public Output(PrintWriter out, Format format, int width) {
        this.out = out;
        this.format = format;
        this.width = width;
    }

    public void print(Document document) {
        Map<String, @Nullable Object> members = document.members();
        if (format == Format.JSON) {
            out.println(json(members));
            return;
        }
        int names = members.entrySet().stream()
                .filter(member -> !(member.getValue() instanceof Document.Section))
                .mapToInt(member -> member.getKey().length())
                .max()
                .orElse(0);
        members.forEach((name, value) -> {
            if (value instanceof Document.Section list) {
                boolean empty = list.records().isEmpty();
                if (members.size() > 1) {
                    out.println();
                    out.println(words(name) + (empty ? ": none" : ":"));
                } else if (empty) {
                    out.println("no " + words(name));
                }
                table(list);
            } else {
                out.println(pad(words(name), names) + GAP + Text.of(value));
            }
        });
    }

    private void table(Document.Section list) {
        if (list.records().isEmpty()) {
            return;
        }
        List<List<String>> lines = new ArrayList<>();
        lines.add(list.shown().stream().map(Output::heading).toList());
        for (Map<String, @Nullable Object> record : list.records()) {
            lines.add(
                    list.shown().stream().map(name -> Text.of(record.get(name))).toList());
        }
        int[] widths = new int[list.shown().size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        int last = widths.length - 1;
        int room = width - Arrays.stream(widths).limit(last).sum() - last * GAP.length();
        if (widths[last] > room && room < MIN_ROOM) {
            lines.subList(1, lines.size()).forEach(line -> expand(lines.get(0), line));
            return;
        }
        for (List<String> line : lines) {
            String text = line(line, widths, room);
            out.println(line == lines.get(0) ? Ansi.AUTO.string("@|bold " + text + "|@") : text);
        }
    }

    /** Short, so that tables with two prices fit 80 columns. */
    private static String heading(String name) {
        return words(name).replace(" per hour", "/h").toUpperCase(Locale.ROOT);
    }

    /** The last column, which has the longest texts, is wrapped to the width of the terminal, between words. */
    private static String line(List<String> values, int[] widths, int room) {
        StringBuilder line = new StringBuilder();
        int last = values.size() - 1;
        for (int i = 0; i < last; i++) {
            line.append(pad(values.get(i), widths[i])).append(GAP);
        }
        String end = values.get(last);
        String next = System.lineSeparator() + " ".repeat(line.length());
        return line.append(end.length() <= room ? end : end.replaceAll("(.{1," + room + "})(?: +|$)", "$1" + next))
                .toString()
                .stripTrailing();
    }

    /** A record of a table that is too wide for the terminal: a line for each value. */
    private void expand(List<String> headings, List<String> values) {
        int names = headings.stream().mapToInt(String::length).max().orElse(0);
        for (int i = 0; i < values.size(); i++) {
            String heading = headings.get(i).toLowerCase(Locale.ROOT);
            out.println((i == 0 ? "- " : "  ") + pad(heading, names) + GAP + values.get(i));
        }
    }

    /** Moments in ISO 8601 with whole seconds, durations in seconds, and amounts without exponents. */
    public static String json(Object value) {
        return Mapper.INDENTED.writeValueAsString(value);
    }

    public static String jsonLine(Object value) {
        return Mapper.COMPACT.writeValueAsString(value);
    }

    public static <T> T read(String json, Class<T> type) {
        return Mapper.COMPACT.readValue(json, type);
    }

    /** As {@link #json}, before it is written. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> jsonMembers(Object value) {
        return Mapper.COMPACT.convertValue(value, Map.class);
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Whether something could not be written, for example because its reader has ended. */
    public static boolean isLost(PrintWriter out) {
        // A writer on System.out does not see its errors.
        return out.checkError() || System.out.checkError();
    }

    /** Whether the output is a pipe whose reader has ended: a pipe cannot be full. */
    public static boolean hasNoReader() {
        if (!System.out.checkError()) {
            return false;
        }
        try {
            int mode = (int) Files.getAttribute(Path.of("/dev/fd/1"), "unix:mode");
            return (mode & FILE_TYPE) == PIPE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException otherSystem) {
            return false;
        }
    }

    private static final class WholeSeconds extends StdSerializer<Instant> {

        WholeSeconds() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant moment, JsonGenerator json, SerializationContext context) {
            json.writeString(moment.truncatedTo(ChronoUnit.SECONDS).toString());
        }
    }

    /** Created only for JSON: it takes a noticeable part of a start. */
    private static final class Mapper {
        static final JsonMapper COMPACT = JsonMapper.builder()
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .enable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .addModule(new SimpleModule().addSerializer(Instant.class, new WholeSeconds()))
                .withConfigOverride(
                        Duration.class, durations -> durations.setFormat(JsonFormat.Value.forPattern("SECONDS")))
                .build();
        static final JsonMapper INDENTED =
                COMPACT.rebuild().enable(SerializationFeature.INDENT_OUTPUT).build();
    }
}
