package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
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
    private @Nullable FileChannel channel;

    private JournalLock(Path file) {
        this.file = file;
    }

    /** Locks a file, and creates it if it does not exist. Empty if this or another process holds the lock. */
    static Optional<JournalLock> tryLock(Path file) throws IOException {
        if (!HELD.add(file)) {
            return Optional.empty();
        }
        JournalLock lock = new JournalLock(file);
        boolean locked = false;
        try {
            locked = lock.acquire();
            return locked ? Optional.of(lock) : Optional.empty();
        } finally {
            if (!locked) {
                lock.close();
            }
        }
    }

    private boolean acquire() throws IOException {
        FileChannel open = OF_OTHER_CLASS_LOADERS.remove(file);
        if (open == null) {
            Set<StandardOpenOption> writing = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            open = FileChannel.open(file, writing, PrivateFiles.attributes(file));
        }
        channel = open;
        try {
            return open.tryLock() != null;
        } catch (OverlappingFileLockException heldByThisJvm) {
            OF_OTHER_CLASS_LOADERS.put(file, open);
            channel = null;
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            HELD.remove(file);
        }
    }
}
