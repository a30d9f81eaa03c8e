package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one journal file. A separate file is locked, because on POSIX a process loses its lock on a file when it closes any
 * channel of that file, for example one that it used to read the file.
 */
final class JournalLock implements AutoCloseable {

    /** The lock files that this class has open. Opening and closing one of them again would release its lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /**
     * Channels of lock files that this JVM has locked by another class loader. They stay open and are used again, because closing one would
     * release the lock.
     */
    private static final Map<Path, FileChannel> OF_OTHER_CLASS_LOADERS = new ConcurrentHashMap<>();

    private final Path file;
    private final FileChannel channel;

    private JournalLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a file, and creates it if it does not exist. Empty if this or another process holds the lock. */
    static Optional<JournalLock> tryLock(Path file) throws IOException {
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        @Nullable FileChannel channel = OF_OTHER_CLASS_LOADERS.remove(file);
        try {
            channel = channel == null ? open(file) : channel;
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new JournalLock(file, channel));
            }
        } catch (OverlappingFileLockException heldByThisJvm) {
            OF_OTHER_CLASS_LOADERS.put(file, Objects.requireNonNull(channel));
            channel = null;
        } catch (NoSuchFileException deletedMeanwhile) {
            // Handled like a lock of another process: the file is gone.
        } catch (IOException | RuntimeException failure) {
            release(file, channel);
            throw failure;
        }
        release(file, channel);
        return Optional.empty();
    }

    private static FileChannel open(Path file) throws IOException {
        PrivateFiles.createIfMissing(file);
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    private static void release(Path file, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(file);
        }
    }

    @Override
    public void close() throws IOException {
        release(file, channel);
    }
}
