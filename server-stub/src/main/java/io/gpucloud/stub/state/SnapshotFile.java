package io.gpucloud.stub.state;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gpucloud.stub.auth.Sha256;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.Snapshots.StubState;
import io.gpucloud.stub.store.ConflictException;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the state of a stub in a file: read at the start, written at an interval and at the stop. A stub that was
 * killed continues from the last write. The file is replaced atomically.
 */
public final class SnapshotFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotFile.class);
    private static final String SETTING = "stub.snapshot.file";
    private static final Set<StandardOpenOption> NEW =
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path file;
    private final FileChannel lock;
    private final long maxSize;
    private final Snapshots snapshots;
    private final AtomicLong failures = new AtomicLong();
    private final Runnable endOfWriting;
    private volatile boolean failing;
    private boolean closed;
    /** The digest of the last content. Keeping the content itself could double the memory of the stub. */
    private String digest = "";

    private SnapshotFile(
            Path file, FileChannel lock, long maxSize, Snapshots snapshots, Scheduler scheduler, long intervalMillis)
            throws IOException {
        this.file = file;
        this.lock = lock;
        this.maxSize = maxSize;
        this.snapshots = snapshots;
        write();
        endOfWriting = scheduler.every(intervalMillis, "snapshot", this::writeIfPossible);
    }

    /**
     * Restores the state from the file if it exists, and then writes the file regularly.
     *
     * @throws UnusableSettingException if the file exists and is invalid, cannot be written, or is used by another
     *     stub; it stays unchanged
     */
    public static SnapshotFile open(
            Path file, long maxSize, Snapshots snapshots, Scheduler scheduler, long intervalMillis) {
        Path target = withoutLinks(file.toAbsolutePath());
        FileChannel lock = lock(target);
        try {
            restore(target, maxSize, snapshots);
            return new SnapshotFile(target, lock, maxSize, snapshots, scheduler, intervalMillis);
        } catch (IOException unwritable) {
            release(lock);
            throw unusable(target, "cannot be written: " + unwritable.getMessage());
        } catch (RuntimeException unusable) {
            release(lock);
            throw unusable;
        }
    }

    private static void restore(Path file, long maxSize, Snapshots snapshots) {
        try {
            // An empty file is one that was made to be mounted.
            if (Files.exists(file) && Files.size(file) > 0) {
                if (Files.size(file) > maxSize) {
                    throw unusable(file, "is larger than stub.limits.max-snapshot, which is " + maxSize + " bytes");
                }
                snapshots.restore(StrictJson.read(Files.readAllBytes(file), StubState.class));
            }
        } catch (InvalidJsonException | ConflictException | IllegalArgumentException unfit) {
            throw unusable(file, unfit.getMessage());
        } catch (IOException unreadable) {
            throw unusable(file, "cannot be read: " + unreadable.getMessage());
        }
    }

    private static UnusableSettingException unusable(Path file, @Nullable String reason) {
        return new UnusableSettingException(
                SETTING,
                file,
                String.valueOf(reason),
                "Correct the setting, or move the file away to start without it.");
    }

    /** Writes a new file, then renames it, so that the old file stays whole until the new one is complete. */
    private synchronized void write() throws IOException {
        if (closed) {
            // Another stub may use the file now.
            return;
        }
        byte[] state = StrictJson.write(snapshots.export());
        String found = Sha256.hex(state);
        if (found.equals(digest)) {
            return;
        }
        if (state.length > maxSize) {
            // The next start would reject such a file, so the previous one is kept.
            throw new IOException("the state has " + state.length
                    + " bytes, which is more than stub.limits.max-snapshot, " + maxSize + " bytes");
        }
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(beside);
        try (FileChannel channel = FileChannel.open(beside, NEW, forItsOwner())) {
            Channels.newOutputStream(channel).write(state);
            channel.force(true);
        }
        replaceBy(beside);
        digest = found;
    }

    private void replaceBy(Path complete) throws IOException {
        try {
            Files.move(complete, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            throw new IOException(
                    failed.getMessage() + ". If the file itself is mounted, mount its folder instead", failed);
        }
    }

    /** The file that a link leads to. Otherwise the first write would replace the link. */
    private static Path withoutLinks(Path file) {
        try {
            if (Files.exists(file)) {
                return file.toRealPath();
            }
            return Files.isSymbolicLink(file) ? file.resolveSibling(Files.readSymbolicLink(file)) : file;
        } catch (IOException unreadable) {
            throw unusable(file, "cannot be read: " + unreadable.getMessage());
        }
    }

    /**
     * Reserves the file for this stub. The lock file next to it has the number of the process, and stays: a process
     * that locks a file that is then deleted would not keep others out.
     */
    private static FileChannel lock(Path file) {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isFree(channel)) {
                channel.close();
                throw new IOException("another stub uses the file, process " + Files.readString(lock));
            }
            channel.truncate(0);
            channel.write(US_ASCII.encode(String.valueOf(ProcessHandle.current().pid())));
            return channel;
        } catch (IOException unwritable) {
            throw unusable(file, "cannot be written: " + unwritable.getMessage());
        }
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    private static void release(FileChannel lock) {
        try {
            lock.close();
        } catch (IOException released) {
            LOG.debug("The lock of the state file ends with this process", released);
        }
    }

    /** The file contains keys, so only its owner may read it. */
    private FileAttribute<?>[] forItsOwner() {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Logs any failure and goes on, because the cause may pass: a full disk, a lack of memory. */
    private void writeIfPossible() {
        try {
            write();
            failing = false;
        } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            failures.incrementAndGet();
            failing = true;
            LOG.error("The state was not written to {}: {}", file, failed.toString());
        }
    }

    /** Whether the last write failed. */
    public boolean isFailing() {
        return failing;
    }

    /** The number of failed writes since the start. */
    public long failures() {
        return failures.get();
    }

    @Override
    public void close() {
        endOfWriting.run();
        synchronized (this) {
            writeIfPossible();
            closed = true;
            release(lock);
        }
    }
}
