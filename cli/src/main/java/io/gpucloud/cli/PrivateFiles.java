package io.gpucloud.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files and folders that only their owner can use, whatever the mask of the process is. */
final class PrivateFiles {

    private PrivateFiles() {}

    /** Creates a folder, and the folders that contain it, unless they exist. */
    static Path createFolder(Path folder) throws IOException {
        return Files.createDirectories(folder, permissions(folder, "rwx------"));
    }

    /** Creates a file. */
    static Path createFile(Path file) throws IOException {
        return Files.createFile(file, permissions(file, "rw-------"));
    }

    /** Appends to a file, which is created if it is missing. */
    static void append(Path file, String text) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (OutputStream end =
                Channels.newOutputStream(Files.newByteChannel(file, options, permissions(file, "rw-------")))) {
            end.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
