package io.gpucloud.client.lease;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal file whose lock is held. Not thread-safe. It is written through {@link RandomAccessFile}, because an interrupt of the
 * thread closes a {@link FileChannel}.
 */
final class JournalFile implements AutoCloseable {

    static final String SUFFIX = ".jsonl";

    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final Pattern NAME = Pattern.compile("lease-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.jsonl");
    private static final String LOCK_SUFFIX = ".lock";
    private static final String NEW_SUFFIX = ".tmp";

    private final Path file;
    private final JournalLock lock;
    private RandomAccessFile data;

    /** The length of the part that is certainly written. Any bytes after it are left over from a failed write. */
    private long size;

    private JournalFile(Path file, JournalLock lock) throws IOException {
        this.file = file;
        this.lock = lock;
        data = new RandomAccessFile(file.toFile(), "rw");
        size = data.length();
    }

    /** A new, empty file with a random name. */
    static JournalFile create(Path directory) throws IOException {
        while (true) {
            Path file = directory.resolve(RandomNames.journal() + SUFFIX);
            // Another process that looks for free locks may have been faster.
            Optional<JournalLock> lock = JournalLock.tryLock(sibling(file, LOCK_SUFFIX));
            if (lock.isPresent()) {
                return open(file, lock.get(), true);
            }
        }
    }

    /** Takes over a file that another process wrote. Empty if it is in use, or gone. */
    static Optional<JournalFile> takeOver(Path file) throws IOException {
        Path lockFile = sibling(file, LOCK_SUFFIX);
        Optional<JournalLock> lock = JournalLock.tryLock(lockFile);
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.exists(file)) {
            Files.deleteIfExists(lockFile);
            lock.get().close();
            return Optional.empty();
        }
        return Optional.of(open(file, lock.get(), false));
    }

    private static JournalFile open(Path file, JournalLock lock, boolean create) throws IOException {
        try {
            if (create) {
                PrivateFiles.create(file);
                syncDirectory(file);
            }
            return new JournalFile(file, lock);
        } catch (IOException | RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    /** Whether a file has the form of name that {@link #create} gives. */
    static boolean hasNameOfJournal(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
    }

    Path path() {
        return file;
    }

    long size() {
        return size;
    }

    JournalContent read() throws IOException {
        return JournalContent.read(file);
    }

    /** Appends a record. It is on disk when this returns. */
    void append(JournalRecord record) throws IOException {
        byte[] line = JournalLineCodec.encode(record).getBytes(StandardCharsets.UTF_8);
        if (data.length() > size) {
            data.setLength(size);
        }
        data.seek(size);
        data.write(line);
        data.getFD().sync();
        size += line.length;
    }

    /** Replaces all records at once. */
    void replace(List<JournalRecord> records) throws IOException {
        Path replacement = sibling(file, NEW_SUFFIX);
        Files.deleteIfExists(replacement);
        PrivateFiles.create(replacement);
        String lines = records.stream().map(JournalLineCodec::encode).collect(Collectors.joining());
        try (FileOutputStream out = new FileOutputStream(replacement.toFile())) {
            out.write(lines.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        // Windows cannot replace an open file.
        data.close();
        try {
            Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncDirectory(file);
        } finally {
            data = new RandomAccessFile(file.toFile(), "rw");
            size = data.length();
        }
    }

    /** Deletes the file and gives up the lock. */
    void delete() throws IOException {
        data.close();
        Files.deleteIfExists(sibling(file, NEW_SUFFIX));
        Files.deleteIfExists(file);
        Files.deleteIfExists(sibling(file, LOCK_SUFFIX));
        lock.close();
    }

    /** Gives up the lock. */
    @Override
    public void close() {
        try {
            data.close();
            lock.close();
        } catch (IOException failure) {
            LOG.warn("the journal {} cannot be closed: {}", file, failure.getMessage());
        }
    }

    private static Path sibling(Path file, String suffix) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - SUFFIX.length()) + suffix);
    }

    /** Makes a new file name survive a power failure. Windows does not support this, and does not need it. */
    private static void syncDirectory(Path file) {
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException unsupported) {
            LOG.debug("the directory of {} cannot be synced: {}", file, unsupported.getMessage());
        }
    }
}
