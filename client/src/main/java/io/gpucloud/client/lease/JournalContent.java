package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content of a journal file: the process that wrote it, and its latest records. Not thread-safe. */
final class JournalContent {

    /** A larger file is not read: no program writes so much, and the memory may not suffice. */
    private static final long LARGEST = 64L * 1024 * 1024;

    private @Nullable JournalProcess process;
    private final Map<String, JournalRecord> records = new LinkedHashMap<>();
    private final List<Integer> damagedLines = new ArrayList<>();

    /** Of a file that cannot be read at all, as line 0. */
    static JournalContent unreadable() {
        JournalContent content = new JournalContent();
        content.damagedLines.add(0);
        return content;
    }

    /**
     * Reads a file. A last line without a line feed is ignored: the program ended while it wrote that line, so it has not acted on it.
     */
    static JournalContent read(Path file) throws IOException {
        if (Files.size(file) > LARGEST) {
            throw new IOException("it has more than " + LARGEST + " bytes");
        }
        // A damaged byte must not make the other lines unreadable.
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        JournalContent content = new JournalContent();
        for (int i = 0; i < lines.size(); i++) {
            int number = i + 1;
            JournalLineCodec.decode(lines.get(i))
                    .ifPresentOrElse(content::apply, () -> content.damagedLines.add(number));
        }
        return content;
    }

    void apply(JournalRecord record) {
        if (record instanceof JournalProcess writer) {
            process = writer;
        } else if (record instanceof Creating creating) {
            records.put(creating.id(), creating);
        } else if (record instanceof Leased leased) {
            // An instance that was kept may be leased again, with a new identifier.
            leased(leased.instanceUuid()).ifPresent(earlier -> records.remove(earlier.id()));
            records.put(leased.id(), leased);
        } else if (record instanceof Over over) {
            records.remove(over.id());
        }
    }

    /** The process that wrote the file; null if its first line is damaged or missing. */
    @Nullable
    JournalProcess process() {
        return process;
    }

    /** The numbers of the damaged lines. */
    List<Integer> damagedLines() {
        return List.copyOf(damagedLines);
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    List<Creating> creating() {
        return of(Creating.class);
    }

    /** The instances that belonged to a lease. */
    List<Leased> owned() {
        return of(Leased.class).stream().filter(Leased::owned).toList();
    }

    /** When each record began that a recovery has to settle. */
    Stream<Instant> unsettledSince() {
        return Stream.concat(
                creating().stream().map(Creating::at), owned().stream().map(Leased::at));
    }

    Optional<Leased> leased(String instanceUuid) {
        return of(Leased.class).stream()
                .filter(leased -> leased.instanceUuid().equals(instanceUuid))
                .findFirst();
    }

    private <T> List<T> of(Class<T> type) {
        return records.values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** The fewest lines with this content. */
    String lines() {
        return Stream.concat(Stream.ofNullable(process), records.values().stream())
                .map(JournalLineCodec::encode)
                .collect(Collectors.joining());
    }
}
