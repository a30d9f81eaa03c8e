package io.gpucloud.stub;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/** Creates a class archive, unless another process does it already, and renames it when it is complete. */
final class ClassArchiveCreator {

    private static final int MINUTES = 2;

    private ClassArchiveCreator() {}

    /**
     * Creates the archive.
     *
     * @param arguments the name under which the archive is written, its final name, and the command that writes it
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path part = Path.of(arguments[0]);
        Path archive = Path.of(arguments[1]);
        List<String> command = Arrays.asList(arguments).subList(2, arguments.length);
        // The file stays: a process that waits for a lock on a deleted file would have it for itself.
        Path lock = archive.resolveSibling(archive.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            if (held != null && !Files.exists(archive)) {
                create(part, archive, command);
            }
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void create(Path part, Path archive, List<String> command) throws IOException, InterruptedException {
        Process training = new ProcessBuilder(command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        if (!training.waitFor(MINUTES, TimeUnit.MINUTES)) {
            training.destroyForcibly();
        } else if (training.exitValue() == 0 && Files.exists(part)) {
            seal(part, archive);
            Files.move(part, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Writes length and checksum next to the archive. A JVM crashes with an archive that was cut, so the test support
     * compares them.
     */
    private static void seal(Path part, Path archive) throws IOException {
        CRC32C checksum = new CRC32C();
        long length;
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.force(true);
            length = channel.size();
            checksum.update(channel.map(FileChannel.MapMode.READ_ONLY, 0, length));
        }
        Files.writeString(archive.resolveSibling(archive.getFileName() + ".seal"), length + " " + checksum.getValue());
    }
}
