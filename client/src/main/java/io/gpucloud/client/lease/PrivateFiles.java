package io.gpucloud.client.lease;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates files and directories that only their owner may read and write, as far as the file system allows. */
final class PrivateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

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
            if (isPosix(directory)) {
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                restrict(Files.createDirectory(directory).toFile(), true);
            }
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
        if (isPosix(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            restrict(Files.createFile(file).toFile(), false);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Some file systems have no such permissions; the directory then has those that it inherits. */
    private static void restrict(File file, boolean directory) {
        List<Boolean> changes = new ArrayList<>();
        changes.add(file.setReadable(false, false));
        changes.add(file.setWritable(false, false));
        changes.add(file.setReadable(true, true));
        changes.add(file.setWritable(true, true));
        if (directory) {
            changes.add(file.setExecutable(true, true));
        }
        if (changes.contains(false)) {
            LOG.debug("the permissions of {} are inherited", file);
        }
    }
}
