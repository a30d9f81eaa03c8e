package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The content of a journal file: the process that wrote it, and its latest records. Not thread-safe. */
final class JournalContent {

    private static final Logger LOG = LoggerFactory.getLogger(JournalContent.class);

    /** A larger file is not read: no program writes so much, and the memory may not suffice. */
    private static final long LARGEST = 64L * 1024 * 1024;

    private @Nullable JournalProcess process;
    private final Map<String, JournalRecord> records = new LinkedHashMap<>();
    private final List<Integer> damagedLines = new ArrayList<>();
    private int size;

    /** Reads a file. A file that cannot be read is damaged, and one that does not exist is empty. */
    static JournalContent read(Path file) {
        JournalContent content = new JournalContent();
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("it has more than " + LARGEST + " bytes");
            }
            content.readLines(Files.readAllBytes(file));
        } catch (NoSuchFileException closedMeanwhile) {
            LOG.debug("the lease journal {} is gone", file);
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be read: {}", file, failure.getMessage());
            content.damagedLines.add(0);
        }
        return content;
    }

    /** Ignores a last line without a line feed: the program ended while it wrote that line, so it has not acted on it. */
    private void readLines(byte[] bytes) {
        size = bytes.length;
        while (size > 0 && bytes[size - 1] != '\n') {
            size--;
        }
        // A damaged byte must not make the other lines unreadable.
        String text = new String(bytes, 0, size, StandardCharsets.UTF_8);
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            Optional<JournalRecord> record = JournalLineCodec.decode(line);
            record.ifPresent(this::apply);
            if (record.isEmpty()) {
                damagedLines.add(number);
            }
        }
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

    /** The numbers of the damaged lines, from 1; 0 if the file cannot be read at all. */
    List<Integer> damagedLines() {
        return List.copyOf(damagedLines);
    }

    boolean isEmpty() {
        return records.isEmpty();
    }

    List<Creating> creating() {
        return of(Creating.class).toList();
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
                .map(JournalLineCodec::encode)
                .collect(Collectors.joining());
    }
}
