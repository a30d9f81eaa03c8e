package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a journal may be trusted: a recovery destroys what it names. Without POSIX permissions, as on
 * Windows, each is trusted.
 */
final class JournalAccess {

    private static final String ROOT = "root";

    private JournalAccess() {}

    /**
     * Requires that no other user could have written a file into a directory. One that does not exist yet is created
     * for this user only.
     *
     * @param group whether the users of its group may write
     * @throws LeaseJournalException if another user could have
     */
    static void require(@Nullable Path directory, boolean group) {
        if (directory == null || !Files.isDirectory(directory)) {
            return;
        }
        try {
            requireOurs(directory, directory, group);
        } catch (IOException untrusted) {
            throw new LeaseJournalException("the lease journal is not trusted", directory, untrusted);
        }
    }

    /** Requires that no other user could have written a file of a directory that was accepted. */
    static void requireOurs(Path file, Path directory) throws IOException {
        requireOurs(file, directory, isWritableByGroup(directory));
    }

    /** Whether the users of the group of a directory may write, and share the files in it. */
    static boolean isWritableByGroup(Path directory) throws IOException {
        PosixFileAttributes attributes = attributes(directory);
        return attributes != null && attributes.permissions().contains(PosixFilePermission.GROUP_WRITE);
    }

    private static void requireOurs(Path path, Path directory, boolean group) throws IOException {
        PosixFileAttributes attributes = attributes(path);
        if (attributes == null) {
            return;
        }
        String mode = " (" + PosixFilePermissions.toString(attributes.permissions()) + ")";
        if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException("every user can write it" + mode + "; use a directory of this program alone");
        }
        if (group) {
            return;
        }
        if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            throw new IOException("its group can write it" + mode + "; run chmod g-w, or set allowGroupJournal(true)");
        }
        UserPrincipal owner = attributes.owner();
        UserPrincipal self = currentUser(directory);
        if (!owner.equals(self) && !owner.getName().equals(ROOT)) {
            throw new IOException(
                    "it belongs to the user " + owner.getName() + ", and this program runs as " + self.getName());
        }
    }

    private static @Nullable PosixFileAttributes attributes(Path path) throws IOException {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? Files.readAttributes(path, PosixFileAttributes.class)
                : null;
    }

    /** A container may run as a user without a name, so a new file shows who this is. */
    private static UserPrincipal currentUser(Path directory) throws IOException {
        Path mine = Files.createTempFile(directory, "lease", ".tmp");
        try {
            return Files.getOwner(mine);
        } finally {
            Files.delete(mine);
        }
    }
}
