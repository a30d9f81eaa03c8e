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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal file whose lock is held. A damaged file is never changed. Not thread-safe. It is written through {@link RandomAccessFile},
 * because an interrupt of the thread closes a {@link FileChannel}.
 */
final class JournalFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final String SUFFIX = ".jsonl";
    private static final Pattern NAME = Pattern.compile("lease-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.jsonl");

    /** The file is rewritten when it is longer than this and than four times its length after the last time. */
    private static final long SMALLEST_REWRITE = 64 * 1024;

    private final Path file;
    private final JournalLock lock;
    private final JournalContent content;
    private RandomAccessFile data;

    /** The length of the part that is certainly written. Any bytes after it are left over from a failed write. */
    private long size;

    private long rewrittenSize;

    private JournalFile(Path file, JournalLock lock, JournalContent content) throws IOException {
        this.file = file;
        this.lock = lock;
        this.content = content;
        data = new RandomAccessFile(file.toFile(), "rw");
        size = content.size();
    }

    /** A new file of this process with a random name. The directory is created if it does not exist. */
    static JournalFile create(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(directory, "rwx------"));
        }
        Path file = directory.toRealPath().resolve("lease-" + UUID.randomUUID() + SUFFIX);
        JournalLock lock =
                JournalLock.tryLock(lockFile(file)).orElseThrow(() -> new IOException("a new file is locked"));
        try {
            Files.createFile(file, privateAttributes(file));
            syncDirectory(file);
            JournalFile created = new JournalFile(file, lock, new JournalContent());
            created.append(JournalProcess.CURRENT);
            return created;
        } catch (IOException | RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    /**
     * Takes over a file that another process wrote. Empty if the file is gone, or the process may still run.
     *
     * @param otherHosts whether to take over files of other hosts if their locks are free
     */
    static Optional<JournalFile> takeOver(Path file, boolean otherHosts) throws IOException {
        Optional<JournalLock> lock = JournalLock.tryLock(lockFile(file));
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        JournalFile taken = null;
        try {
            if (!Files.exists(file)) {
                Files.deleteIfExists(lockFile(file));
                return Optional.empty();
            }
            JournalContent content = JournalContent.read(file);
            if (hasEnded(file, content, otherHosts)) {
                taken = new JournalFile(file, lock.get(), content);
            }
            return Optional.ofNullable(taken);
        } finally {
            if (taken == null) {
                lock.get().close();
            }
        }
    }

    /** A free lock does not suffice: the disk may have no locks, and a lock may not be seen by other hosts. */
    private static boolean hasEnded(Path file, JournalContent content, boolean otherHosts) {
        JournalProcess process = content.process();
        if (process == null) {
            // A new file is empty for a moment.
            return !content.damagedLines().isEmpty();
        }
        if (process.runsOnAnotherHost() && !otherHosts) {
            LOG.warn(
                    "the lease journal {} of host {} is not recovered without recoverOtherHosts", file, process.host());
            return false;
        }
        if (process.certainlyRuns()) {
            LOG.error("the lease journal {} of a running process is not locked: use a disk with file locks", file);
            return false;
        }
        return true;
    }

    /** Whether a file has the form of name that {@link #create} gives. */
    static boolean hasNameOfJournal(Path file) {
        return NAME.matcher(file.getFileName().toString()).matches();
    }

    Path path() {
        return file;
    }

    JournalContent content() {
        return content;
    }

    boolean isDamaged() {
        return !content.damagedLines().isEmpty();
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
        content.apply(record);
        if (size > Math.max(SMALLEST_REWRITE, 4 * rewrittenSize)) {
            shorten();
        }
    }

    /** Appends a record. If this fails, the next recovery does not have it. */
    void record(JournalRecord record) {
        try {
            append(record);
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be written and lacks {}: {}", file, record, failure.getMessage());
            content.apply(record);
        }
    }

    /** Rewrites the file with its latest records. If this fails, it keeps its length. */
    private void shorten() {
        try {
            replace(content.lines().getBytes(StandardCharsets.UTF_8));
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be shortened: {}", file, failure.getMessage());
        }
        rewrittenSize = size;
    }

    private void replace(byte[] lines) throws IOException {
        Path replacement = replacement(file);
        Files.deleteIfExists(replacement);
        Files.createFile(replacement, privateAttributes(replacement));
        try (FileOutputStream out = new FileOutputStream(replacement.toFile())) {
            out.write(lines);
            out.getFD().sync();
        }
        // Windows cannot replace an open file.
        data.close();
        try {
            Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            size = lines.length;
            syncDirectory(file);
        } finally {
            data = new RandomAccessFile(file.toFile(), "rw");
        }
    }

    /** Gives up the lock, and deletes the file if it has no records. */
    @Override
    public void close() {
        try {
            data.close();
            if (!isDamaged() && content.isEmpty()) {
                Files.deleteIfExists(replacement(file));
                Files.deleteIfExists(file);
                Files.deleteIfExists(lockFile(file));
            }
            lock.close();
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be closed: {}", file, failure.getMessage());
        }
    }

    /** The attributes of a new file that only its owner may read, if the file system has permissions. */
    static FileAttribute<?>[] privateAttributes(Path file) {
        return permissions(file, "rw-------");
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static Path lockFile(Path file) {
        return file.resolveSibling(file.getFileName().toString().replace(SUFFIX, ".lock"));
    }

    private static Path replacement(Path file) {
        return file.resolveSibling(file.getFileName().toString().replace(SUFFIX, ".tmp"));
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
