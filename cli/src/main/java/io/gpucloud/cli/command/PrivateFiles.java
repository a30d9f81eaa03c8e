package io.gpucloud.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Files and folders that only their owner can use, whatever the mask of the process is. */
public final class PrivateFiles {

    public static final String ONLY_MINE = "rw-------";

    private PrivateFiles() {}

    /** Creates a folder, and the folders that contain it, unless they exist. */
    public static Path createFolder(Path folder) throws IOException {
        return Files.createDirectories(folder, permissions(folder, "rwx------"));
    }

    /** Replaces a file as a whole, so that a reader never sees a part of it. */
    public static void replace(Path file, String text, String permissions) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Path next = Files.createTempFile(folder, ".gpu-cloud", ".tmp", permissions(folder, permissions));
        try {
            Files.writeString(next, text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** The permissions of a new file or folder; none where the file system has no such permissions. */
    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
