package io.gpucloud.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and folders that only their owner can use, whatever the mask of the process is. */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Creates a folder, and the folders that contain it, unless they exist. */
    public static Path createFolder(Path folder) throws IOException {
        return Files.createDirectories(folder, permissions(folder, "rwx------"));
    }

    /** Creates a file. */
    public static Path createFile(Path file) throws IOException {
        return Files.createFile(file, permissions(file, "rw-------"));
    }

    /** The permissions of a new file or folder; none where the file system has no such permissions. */
    public static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
