package io.gpucloud.stub.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reserves a state file for one stub. The lock file next to it contains the number of the process, and stays: a process that locks a file
 * that is then deleted would not keep others out.
 */
final class StateFileLock implements AutoCloseable {

    private final FileChannel channel;

    private StateFileLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a state file until the returned object is closed or the process ends.
     *
     * @throws IOException if another stub uses the file, or if the lock file cannot be written
     */
    static StateFileLock of(Path stateFile) throws IOException {
        Path file = stateFile.resolveSibling(stateFile.getFileName() + ".lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isFree(channel)) {
            channel.close();
            throw new IOException("another stub uses the file, process " + Files.readString(file));
        }
        long process = ProcessHandle.current().pid();
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(String.valueOf(process).getBytes(StandardCharsets.US_ASCII)));
        return new StateFileLock(channel);
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
