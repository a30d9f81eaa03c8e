package io.gpucloud.client.lease;

import java.io.IOException;
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
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(directory, "rwx------"));
        }
    }

    static void create(Path file) throws IOException {
        Files.createFile(file, attributes(file));
    }

    /** The attributes of a new file. */
    static FileAttribute<?>[] attributes(Path file) {
        return permissions(file, "rw-------");
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
