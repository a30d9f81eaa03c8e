package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A journal file whose lock is held until it is closed. A damaged file is never changed. It is written through
 * {@link RandomAccessFile}, because an interrupt of the thread closes a {@link FileChannel}.
 *
 * <p>A separate file is locked, because on POSIX a process loses its lock on a file when it closes any channel of that
 * file, for example one that it used to read the file.
 */
final class JournalFile implements LeaseJournal {

    private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
    private static final String SUFFIX = ".jsonl";
    private static final String LOCK = ".lock";
    private static final String REPLACEMENT = ".tmp";
    private static final String OWNER_ONLY = "rw-------";
    private static final Pattern NAME = Pattern.compile("lease-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.jsonl");

    /** The file is rewritten when it is longer than this and than four times its length after the last time. */
    private static final long SMALLEST_REWRITE = 64 * 1024;

    /**
     * The open channel of each lock file. It is used again, because closing a second one would release the lock of this
     * JVM.
     */
    private static final Map<Path, FileChannel> LOCKS = new HashMap<>();

    /** The files that the log says are not recovered. */
    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final JournalContent content;

    /** Gets each record that is written, also of a recovery. */
    private final Consumer<JournalRecord> observer;

    private RandomAccessFile data;

    /** The length of the part that is certainly written. Any bytes after it are left over from a failed write. */
    private long size;

    private long rewrittenSize;
    private boolean closed;

    private JournalFile(Path file, JournalContent content, Consumer<JournalRecord> observer) throws IOException {
        this.file = file;
        this.content = content;
        this.observer = observer;
        data = new RandomAccessFile(file.toFile(), "rw");
        size = content.size();
    }

    /** A new file of this process with a random name. The directory is created if it does not exist. */
    static JournalFile create(Path directory, Consumer<JournalRecord> observer) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(directory, "rwx------"));
        }
        Path file = directory.toRealPath().resolve("lease-" + UUID.randomUUID() + SUFFIX);
        JournalFile created = null;
        try {
            if (!tryLock(file)) {
                throw new IOException("a new file is locked");
            }
            createFile(file);
            syncDirectory(file);
            created = new JournalFile(file, new JournalContent(), observer);
            created.append(JournalProcess.CURRENT);
            return created;
        } catch (IOException | RuntimeException failure) {
            if (created != null) {
                created.data.close();
            }
            unlock(file);
            Files.deleteIfExists(file);
            Files.deleteIfExists(sibling(file, LOCK));
            throw failure;
        }
    }

    /** The journal files of a directory. Other files in it are never touched. */
    static List<Path> all(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.toRealPath())) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", directory, failure);
        }
    }

    /**
     * Locks and reads the files whose process has ended, or whose {@link Leases} are closed, perhaps those of other
     * hosts too.
     */
    static List<JournalFile> takeOverEnded(
            Path directory, boolean otherHosts, Set<Path> except, Consumer<JournalRecord> observer) {
        List<JournalFile> ended = new ArrayList<>();
        for (Path file : all(directory)) {
            try {
                (except.contains(file) ? Optional.<JournalFile>empty() : takeOver(file, otherHosts, observer))
                        .ifPresent(ended::add);
            } catch (IOException failure) {
                LOG.error("the lease journal {} is not recovered: {}", file, failure.toString());
            }
        }
        return ended;
    }

    private static Optional<JournalFile> takeOver(Path file, boolean otherHosts, Consumer<JournalRecord> observer)
            throws IOException {
        if (!tryLock(file)) {
            return Optional.empty();
        }
        JournalFile taken = null;
        try {
            JournalAccess.requireOurs(file, Objects.requireNonNull(file.getParent()));
            JournalContent content = JournalContent.read(file);
            if (!Files.exists(file)) {
                Files.deleteIfExists(sibling(file, LOCK));
            } else if (hasEnded(file, content, otherHosts)) {
                taken = new JournalFile(file, content, observer);
            }
            return Optional.ofNullable(taken);
        } finally {
            if (taken == null) {
                unlock(file);
            }
        }
    }

    /** A free lock does not suffice: the disk may have no locks, and a lock may not be seen by other hosts. */
    private static boolean hasEnded(Path file, JournalContent content, boolean otherHosts) {
        JournalProcess process = content.process();
        if (process == null) {
            // A new file is empty for a moment.
            return content.isDamaged();
        }
        if (process.runsOnAnotherHost() && !otherHosts) {
            if (WARNED.add(file)) {
                LOG.warn(
                        "the lease journal {} of host {} is not recovered without recoverOtherHosts",
                        file,
                        process.host());
            }
            return false;
        }
        if (process.certainlyRuns()) {
            if (WARNED.add(file)) {
                LOG.error("the lease journal {} of a running process is not locked: use a disk with file locks", file);
            }
            return false;
        }
        return true;
    }

    Path path() {
        return file;
    }

    JournalContent content() {
        return content;
    }

    synchronized List<Leased> owned() {
        return content.owned();
    }

    synchronized List<Creating> creating() {
        return content.creating();
    }

    synchronized Optional<Leased> leased(String instanceUuid) {
        return content.leased(instanceUuid);
    }

    /** Appends a record. It is on disk when this returns. */
    private void append(JournalRecord record) throws IOException {
        if (closed) {
            return;
        }
        byte[] line = JournalContent.encode(record).getBytes(StandardCharsets.UTF_8);
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

    @Override
    public synchronized void record(JournalRecord record) {
        observer.accept(record);
        try {
            append(record);
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be written and lacks {}: {}", file, record, failure.getMessage());
            content.apply(record);
        }
    }

    @Override
    public synchronized void require(JournalRecord record, String undone) {
        try {
            append(record);
            observer.accept(record);
        } catch (IOException failure) {
            throw new LeaseJournalException(undone + ", since the lease journal cannot be written", file, failure);
        }
    }

    @Override
    public synchronized void handOver(Leased record, String undone) {
        try {
            require(record, undone);
        } catch (LeaseJournalException full) {
            try {
                overwrite(record);
                observer.accept(record);
            } catch (IOException failure) {
                full.addSuppressed(failure);
                throw full;
            }
        }
    }

    /**
     * Writes the latest records over the lines of the file, which needs no space on the disk. A crash in this moment
     * damages the file. Then nothing is touched that it names.
     */
    private void overwrite(JournalRecord record) throws IOException {
        content.apply(record);
        byte[] lines = content.lines().getBytes(StandardCharsets.UTF_8);
        if (lines.length > size) {
            // Bytes after the last line feed are not read. If there is no space for them, the file stays as it is.
            data.seek(size);
            data.write(new byte[lines.length - (int) size]);
            data.getFD().sync();
        }
        data.seek(0);
        data.write(lines);
        data.setLength(lines.length);
        data.getFD().sync();
        size = lines.length;
    }

    @Override
    public boolean isOfAnother(String instanceUuid) {
        return all(Objects.requireNonNull(file.getParent())).stream()
                .filter(other -> !other.equals(file))
                .map(JournalContent::read)
                .anyMatch(content -> content.leased(instanceUuid).isPresent());
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
        // Windows cannot replace an open file.
        data.close();
        try {
            replace(file, lines);
            size = lines.length;
        } finally {
            data = new RandomAccessFile(file.toFile(), "rw");
        }
    }

    /** Replaces a file. It has either the old or the new lines, also after a crash. */
    static void replace(Path file, byte[] lines) throws IOException {
        Path replacement = sibling(file, REPLACEMENT);
        Files.deleteIfExists(replacement);
        createFile(replacement);
        try (FileOutputStream out = new FileOutputStream(replacement.toFile())) {
            out.write(lines);
            out.getFD().sync();
        }
        Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file);
    }

    /** Gives up the lock, and deletes the file if it has no records. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            try {
                data.close();
                if (!content.isDamaged() && content.isEmpty()) {
                    Files.deleteIfExists(sibling(file, REPLACEMENT));
                    Files.deleteIfExists(file);
                    Files.deleteIfExists(sibling(file, LOCK));
                }
            } finally {
                unlock(file);
            }
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be closed: {}", file, failure.getMessage());
        }
    }

    /** Locks a journal file. Returns false if this or another process holds the lock. */
    private static boolean tryLock(Path file) throws IOException {
        synchronized (LOCKS) {
            FileChannel channel = LOCKS.get(file);
            if (channel == null) {
                channel = openLock(file);
                LOCKS.put(file, channel);
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

    /** Opens the file that is locked in place of a file. It is created if it does not exist. */
    static FileChannel openLock(Path file) throws IOException {
        Path lock = sibling(file, LOCK);
        try {
            createFile(lock);
        } catch (FileAlreadyExistsException earlier) {
            LOG.trace("{} exists", lock);
        }
        return FileChannel.open(lock, StandardOpenOption.WRITE);
    }

    /** Creates a file that only its owner can read and write, and its group if that can write the directory. */
    private static void createFile(Path file) throws IOException {
        Files.createFile(file, permissions(file, OWNER_ONLY));
        if (JournalAccess.isWritableByGroup(Objects.requireNonNull(file.getParent()))) {
            // The mask of the process may not allow it on creation.
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        }
    }

    private static void unlock(Path file) throws IOException {
        synchronized (LOCKS) {
            FileChannel channel = LOCKS.remove(file);
            if (channel != null) {
                channel.close();
            }
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

    private static Path sibling(Path file, String suffix) {
        return file.resolveSibling(file.getFileName().toString().replace(SUFFIX, suffix));
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
