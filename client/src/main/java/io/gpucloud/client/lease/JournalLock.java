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
 * The lock of one journal file. It is held on a file of its own: on POSIX a process loses its lock of a file as soon as it closes
 * any channel of that file, for example one it has read it through.
 */
final class JournalLock implements AutoCloseable {

    /**
     * A lock file that this JVM holds must not be opened again, for the same reason. A system property shows that to other class
     * loaders, too, which a static field does not.
     */
    private static final String HELD = "io.gpucloud.client.lease.journal:";

    private final Path file;
    private final FileChannel channel;

    private JournalLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Locks a file, which is created if need be. Empty if a process, perhaps this one, holds the lock. */
    static Optional<JournalLock> tryLock(Path file) throws IOException {
        if (System.getProperties().putIfAbsent(HELD + file, "held") != null) {
            return Optional.empty();
        }
        @Nullable FileChannel channel = null;
        try {
            OwnerOnly.createIfMissing(file);
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
