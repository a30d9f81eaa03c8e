package io.gpucloud.client.lease;

import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The content of a file of the journal: the process that wrote it, and its latest records. */
final class JournalContent {

    private static final Logger LOG = LoggerFactory.getLogger(JournalContent.class);

    /** A larger file is not read: no program writes so much, and the memory may not suffice. */
    private static final long LARGEST = 64L * 1024 * 1024;

    /** After so many, it is not a journal: millions of empty lines would take minutes and the memory. */
    private static final int MOST_DAMAGED_LINES = 1000;

    private final Path file;
    private final Map<String, LeaseRecord> records = new LinkedHashMap<>();
    private final List<DamagedLine> damagedLines = new ArrayList<>();
    private @Nullable JournalProcess process;
    private long read;
    private int lines;

    JournalContent(Path file) {
        this.file = file;
    }

    static JournalContent of(Path file) {
        JournalContent content = new JournalContent(file);
        content.readOn();
        return content;
    }

    /**
     * Reads what was written since. A last line without a line feed is not read: the program ended while it wrote that
     * line, so it has not acted on it. A file that cannot be read is damaged, and one that does not exist is empty.
     */
    void readOn() {
        try {
            long size = Files.size(file);
            if (size < read) {
                // It was rewritten with the latest records.
                read = 0;
                lines = 0;
                damagedLines.clear();
            }
            if (size > LARGEST) {
                throw new IOException("it has more than " + LARGEST + " bytes");
            }
            if (size > read) {
                decode(wholeLines((int) (size - read)));
            }
        } catch (NoSuchFileException closedMeanwhile) {
            LOG.debug("the lease journal {} is gone", file);
        } catch (IOException failure) {
            if (!isDamaged()) {
                LOG.error("the lease journal {} cannot be read: {}", file, failure.getMessage());
                damagedLines.add(new DamagedLine(file, 0));
            }
        }
    }

    private String wholeLines(int length) throws IOException {
        byte[] bytes = new byte[length];
        try (RandomAccessFile data = new RandomAccessFile(file.toFile(), "r")) {
            data.seek(read);
            data.readFully(bytes);
        }
        int whole = length;
        while (whole > 0 && bytes[whole - 1] != '\n') {
            whole--;
        }
        read += whole;
        // A damaged byte must not make the other lines unreadable.
        return new String(bytes, 0, whole, StandardCharsets.UTF_8);
    }

    private void decode(String text) {
        Iterator<String> all = text.lines().iterator();
        while (all.hasNext() && damagedLines.size() < MOST_DAMAGED_LINES) {
            String line = all.next();
            lines++;
            JournalProcess writer = lines == 1 ? RecordLine.decodeProcess(line).orElse(null) : null;
            if (writer != null) {
                process = writer;
            } else {
                DamagedLine damaged = new DamagedLine(file, lines);
                RecordLine.decode(line)
                        .ifPresentOrElse(
                                record -> records.put(record.nonce(), record), () -> damagedLines.add(damaged));
            }
        }
    }

    Path file() {
        return file;
    }

    /** The process that wrote the file; null if its first line is damaged or missing. */
    @Nullable
    JournalProcess process() {
        return process;
    }

    List<LeaseRecord> records() {
        return List.copyOf(records.values());
    }

    List<DamagedLine> damagedLines() {
        return List.copyOf(damagedLines);
    }

    boolean isDamaged() {
        return !damagedLines.isEmpty();
    }
}
