package io.gpucloud.client.lease;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a journal file: the process that wrote it, and its latest records. Each line is a JSON object whose
 * last member, {@code crc}, is the CRC-32 of all that precedes the comma before it, as 8 hexadecimal digits. Not
 * thread-safe.
 */
final class JournalContent {

    private static final Logger LOG = LoggerFactory.getLogger(JournalContent.class);

    /** A larger file is not read: no program writes so much, and the memory may not suffice. */
    private static final long LARGEST = 64L * 1024 * 1024;

    /** After so many, it is not a journal: millions of empty lines would take minutes and the memory. */
    private static final int MOST_DAMAGED_LINES = 1000;

    private static final int VERSION = 1;
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private @Nullable JournalProcess process;
    private final Map<String, JournalRecord> records = new LinkedHashMap<>();
    private final List<DamagedLine> damagedLines = new ArrayList<>();
    private int size;

    /** Reads a file. A file that cannot be read is damaged, and one that does not exist is empty. */
    static JournalContent read(Path file) {
        JournalContent content = new JournalContent();
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("it has more than " + LARGEST + " bytes");
            }
            content.readLines(file);
        } catch (NoSuchFileException closedMeanwhile) {
            LOG.debug("the lease journal {} is gone", file);
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be read: {}", file, failure.getMessage());
            content.damagedLines.add(new DamagedLine(file, 0));
        }
        return content;
    }

    /**
     * Ignores a last line without a line feed: the program ended while it wrote that line, so it has not acted on it.
     */
    private void readLines(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        size = bytes.length;
        while (size > 0 && bytes[size - 1] != '\n') {
            size--;
        }
        // A damaged byte must not make the other lines unreadable.
        Iterator<String> lines =
                new String(bytes, 0, size, StandardCharsets.UTF_8).lines().iterator();
        for (int i = 1; lines.hasNext() && damagedLines.size() < MOST_DAMAGED_LINES; i++) {
            DamagedLine damaged = new DamagedLine(file, i);
            decode(lines.next()).ifPresentOrElse(this::apply, () -> damagedLines.add(damaged));
        }
    }

    /**
     * The record of a line; empty if the line is damaged, or of another version: it is not what this version writes.
     */
    static Optional<JournalRecord> decode(String line) {
        try {
            return Optional.ofNullable(MAPPER.readValue(line, JournalRecord.class))
                    .filter(record -> encode(record).equals(line + '\n'));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** The line of a record, with its line feed. */
    static String encode(JournalRecord record) {
        String text = MAPPER.<ObjectNode>valueToTree(record).put("v", VERSION).toString();
        String content = text.substring(0, text.length() - 1);
        CRC32 crc = new CRC32();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return "%s,\"crc\":\"%08x\"}\n".formatted(content, crc.getValue());
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

    /** The number of bytes of whole lines that were read. */
    int size() {
        return size;
    }

    /** The process that wrote the file; null if its first line is damaged or missing. */
    @Nullable
    JournalProcess process() {
        return process;
    }

    List<DamagedLine> damagedLines() {
        return List.copyOf(damagedLines);
    }

    boolean isDamaged() {
        return !damagedLines.isEmpty();
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    List<Creating> creating() {
        return of(Creating.class).toList();
    }

    List<Leased> leased() {
        return of(Leased.class).toList();
    }

    /** The instances that belonged to a lease. */
    List<Leased> owned() {
        return of(Leased.class).filter(Leased::owned).toList();
    }

    Optional<Leased> leased(String instanceUuid) {
        return of(Leased.class)
                .filter(leased -> leased.instanceUuid().equals(instanceUuid))
                .findFirst();
    }

    private <T> Stream<T> of(Class<T> type) {
        return records.values().stream().filter(type::isInstance).map(type::cast);
    }

    /** The fewest lines with this content. */
    String lines() {
        return Stream.concat(Stream.ofNullable(process), records.values().stream())
                .map(JournalContent::encode)
                .collect(Collectors.joining());
    }
}
