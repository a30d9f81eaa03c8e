package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The lock of one journal file. A separate file is locked, because on POSIX a process loses its lock on a file when it closes any
 * channel of that file, for example one that it used to read the file.
 */
record JournalLock(Path file) implements AutoCloseable {

    /** The open channel of each lock file. It is used again, because closing a second one would release the lock of this JVM. */
    private static final Map<Path, FileChannel> CHANNELS = new HashMap<>();

    /** Locks a file, and creates it if it does not exist. Empty if this or another process holds the lock. */
    static Optional<JournalLock> tryLock(Path file) throws IOException {
        synchronized (CHANNELS) {
            JournalLock lock = new JournalLock(file);
            FileChannel channel = CHANNELS.get(file);
            if (channel == null) {
                Set<StandardOpenOption> writing = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                channel = FileChannel.open(file, writing, JournalFile.privateAttributes(file));
                CHANNELS.put(file, channel);
            }
            try {
                if (channel.tryLock() != null) {
                    return Optional.of(lock);
                }
            } catch (OverlappingFileLockException heldByThisJvm) {
                // Perhaps by this class in another class loader, so the channel stays open.
                return Optional.empty();
            }
            lock.close();
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (CHANNELS) {
            FileChannel channel = CHANNELS.remove(file);
            if (channel != null) {
                channel.close();
            }
        }
    }
}
