package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one journal file. A separate file is locked, because on POSIX a process loses its lock on a file when it closes any
 * channel of that file, for example one that it used to read the file.
 */
final class JournalLock implements AutoCloseable {

    /**
     * The lock files that this JVM holds. Opening and closing one of them again would release its lock. They are listed in a system
     * property instead of a static field, so that other class loaders see them too.
     */
    private static final String HELD = "io.gpucloud.client.lease.journal:";

    private final Path file;
    private final FileChannel channel;

    private JournalLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a file, and creates it if it does not exist. Empty if this or another process holds the lock. */
    static Optional<JournalLock> tryLock(Path file) throws IOException {
        if (System.getProperties().putIfAbsent(HELD + file, "held") != null) {
            return Optional.empty();
        }
        @Nullable FileChannel channel = null;
        try {
            PrivateFiles.createIfMissing(file);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new JournalLock(file, channel));
            }
        } catch (OverlappingFileLockException heldByThisJvm) {
            // Handled like a lock of another process.
        } catch (IOException | RuntimeException failure) {
            release(file, channel);
            throw failure;
        }
        release(file, channel);
        return Optional.empty();
    }

    private static void release(Path file, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            System.getProperties().remove(HELD + file);
        }
    }

    @Override
    public void close() throws IOException {
        release(file, channel);
    }
}
