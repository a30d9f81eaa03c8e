package io.gpucloud.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A named pipe in which a command says that it has begun. A test does not wait for ever for a command that has not. */
final class NamedPipe implements Closeable {

    private final Path path;
    /** Also a writer: the other end can open the pipe at any time, and nothing that it says is lost. */
    private final RandomAccessFile file;

    NamedPipe(Path path) throws IOException, InterruptedException {
        this.path = path;
        new ProcessBuilder("mkfifo", path.toString()).start().waitFor();
        file = new RandomAccessFile(path.toFile(), "rw");
    }

    /** Returns the next line; an empty one if the program ends before. */
    String line(CompletableFuture<?> program) throws IOException {
        var unused = program.whenComplete((end, failure) -> endLine());
        return file.readLine();
    }

    private void endLine() {
        try {
            if (file.getChannel().isOpen()) {
                file.write('\n');
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
