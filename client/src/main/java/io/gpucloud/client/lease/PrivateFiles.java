package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Creates files and directories that only their owner may read and write. On a file system without POSIX permissions they inherit those
 * of their directory.
 */
final class PrivateFiles {

    private PrivateFiles() {}

    static void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(directory, permissions(directory, "rwx------"));
        } catch (FileAlreadyExistsException createdMeanwhile) {
            if (!Files.isDirectory(directory)) {
                throw createdMeanwhile;
            }
        }
    }

    static void createIfMissing(Path file) throws IOException {
        try {
            create(file);
        } catch (FileAlreadyExistsException present) {
            // It keeps its permissions.
        }
    }

    static void create(Path file) throws IOException {
        Files.createFile(file, permissions(file, "rw-------"));
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
