package io.gpucloud.client.lease;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of the journal that this process writes and locks. It is written through {@link RandomAccessFile}, because an
 * interrupt of the thread closes a {@link FileChannel}.
 *
 * <p>A separate file is locked, because on POSIX a process loses its lock on a file when it closes any channel of that
 * file, for example one that it used to read the file.
 */
final class JournalFile {

    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final String OWNER_ONLY = "rw-------";
    private static final String REPLACEMENT = ".tmp";

    /** The file is rewritten when it is longer than this and than four times its length after the last time. */
    private static final long SMALLEST_REWRITE = 64 * 1024;

    /**
     * The open channel of each lock file. It is used again, because closing a second one would release the lock of this
     * JVM.
     */
    private static final Map<Path, FileChannel> LOCKS = new HashMap<>();

    private final JournalProcess writer;
    private Path path;
    private RandomAccessFile data;

    /** The length of the part that is certainly written. Any bytes after it are left over from a failed write. */
    private long size;

    private long rewrittenSize;

    private JournalFile(Path path, JournalProcess writer) throws IOException {
        this.path = path;
        this.writer = writer;
        data = new RandomAccessFile(path.toFile(), "rw");
    }

    /** An identifier that no other {@link Leases} has. */
    static String newHolder() {
        return UUID.randomUUID().toString();
    }

    /** Creates a directory that only its owner can use, unless it exists. */
    static void createDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(directory, "rwx------"));
        }
    }

    /** A new file with a random name and a text, which is on disk. */
    static Path createTemporary(Path directory, String text) throws IOException {
        Path file = directory.resolve(UUID.randomUUID() + REPLACEMENT);
        createFile(file);
        write(file, text.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /** Creates and locks a file of this process. {@code writer}: its first line. */
    static JournalFile create(Path path, JournalProcess writer) throws IOException {
        JournalFile created = null;
        try {
            if (!tryLock(path)) {
                throw new IOException("a new file is locked");
            }
            createFile(path);
            syncDirectory(path);
            created = new JournalFile(path, writer);
            created.append(RecordLine.encode(writer));
            return created;
        } catch (IOException | RuntimeException failure) {
            if (created != null) {
                created.data.close();
            }
            unlock(path);
            Files.deleteIfExists(path);
            Files.deleteIfExists(lockOf(path));
            throw failure;
        }
    }

    Path path() {
        return path;
    }

    /** Appends a line. It is on disk when this returns. */
    void append(String line) throws IOException {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        if (data.length() > size) {
            data.setLength(size);
        }
        data.seek(size);
        data.write(bytes);
        data.getFD().sync();
        size += bytes.length;
    }

    boolean isLong() {
        return size > Math.max(SMALLEST_REWRITE, 4 * rewrittenSize);
    }

    /** Rewrites the file with the latest records. If this fails, it keeps its length. */
    void shorten(Collection<LeaseRecord> records) {
        String lines = RecordLine.encode(writer)
                + records.stream().map(RecordLine::encode).collect(Collectors.joining());
        byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
        try {
            // Windows cannot replace an open file.
            data.close();
            try {
                replace(path, bytes);
                size = bytes.length;
            } finally {
                data = new RandomAccessFile(path.toFile(), "rw");
            }
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be shortened: {}", path, failure.getMessage());
        }
        rewrittenSize = size;
    }

    /** Renames the file, which needs no space on the disk. Its lock stays. */
    void rename(Path next) throws IOException {
        data.close();
        try {
            Files.move(path, next, StandardCopyOption.ATOMIC_MOVE);
            path = next;
            syncDirectory(next);
        } finally {
            data = new RandomAccessFile(path.toFile(), "rw");
        }
    }

    /** Gives up the lock, and deletes the file if nothing in it is needed. */
    void close(boolean needed) {
        try {
            try {
                data.close();
                if (!needed) {
                    delete(path);
                }
            } finally {
                unlock(path);
            }
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be closed: {}", path, failure.getMessage());
        }
    }

    static void delete(Path file) throws IOException {
        Files.deleteIfExists(replacementOf(file));
        Files.deleteIfExists(file);
        Files.deleteIfExists(lockOf(file));
    }

    /** Replaces a file. It has either the old or the new lines, also after a crash. */
    static void replace(Path file, byte[] lines) throws IOException {
        Path replacement = replacementOf(file);
        Files.deleteIfExists(replacement);
        createFile(replacement);
        write(replacement, lines);
        Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(bytes);
            out.getFD().sync();
        }
    }

    /** Locks a file. Returns false if this or another process holds the lock. */
    static boolean tryLock(Path file) throws IOException {
        Path key = lockOf(file);
        synchronized (LOCKS) {
            FileChannel channel = LOCKS.get(key);
            if (channel == null) {
                channel = openLock(key);
                LOCKS.put(key, channel);
            }
            try {
                if (channel.tryLock() != null) {
                    return true;
                }
            } catch (OverlappingFileLockException heldByThisJvm) {
                // Perhaps by this class in another class loader, so the channel stays open.
                return false;
            } catch (IOException withoutLocks) {
                unlock(file);
                throw withoutLocks;
            }
            unlock(file);
            return false;
        }
    }

    /** Whether this or another process holds the lock of a file. Another thread that asks as well does not hold it. */
    static boolean isLocked(Path file) throws IOException {
        synchronized (LOCKS) {
            if (!tryLock(file)) {
                return true;
            }
            unlock(file);
            return false;
        }
    }

    static void unlock(Path file) throws IOException {
        synchronized (LOCKS) {
            FileChannel channel = LOCKS.remove(lockOf(file));
            if (channel != null) {
                channel.close();
            }
        }
    }

    /** Opens a lock file. It is created if it does not exist. */
    static FileChannel openLock(Path lock) throws IOException {
        try {
            createFile(lock);
        } catch (FileAlreadyExistsException earlier) {
            LOG.trace("{} exists", lock);
        }
        return FileChannel.open(lock, StandardOpenOption.WRITE);
    }

    /** Creates a file that only its owner can read and write, and its group if that can write the directory. */
    static void createFile(Path file) throws IOException {
        Files.createFile(file, permissions(file, OWNER_ONLY));
        if (JournalAccess.isWritableByGroup(Objects.requireNonNull(file.getParent()))) {
            // The mask of the process may not allow it on creation.
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        }
    }

    /** The attributes of a new file or directory, if the file system has permissions. */
    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    static Path lockOf(Path file) {
        return sibling(file, ".lock");
    }

    private static Path replacementOf(Path file) {
        return sibling(file, REPLACEMENT);
    }

    /** The name up to its first dot, with another suffix. */
    private static Path sibling(Path file, String suffix) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.indexOf('.')) + suffix);
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
