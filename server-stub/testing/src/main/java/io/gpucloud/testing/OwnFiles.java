package io.gpucloud.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;

/**
 * Whether only this user can change a file. The check includes every folder up to the root, because the owner of a
 * folder can exchange what is in it. After the check no other user can, so a file that is used by the same path is the
 * one that was checked.
 */
final class OwnFiles {

    private static final int WRITABLE_BY_GROUP = 020;
    private static final int WRITABLE_BY_OTHERS = 002;
    /** As in /tmp: only the owner of a file, of the folder, and root can rename or delete it. */
    private static final int STICKY = 01000;

    private OwnFiles() {}

    /**
     * Checks a file or folder.
     *
     * @param path its real path, without links
     * @throws IOException if another user can change it, with the reason
     */
    static void require(Path path, UserPrincipal user) throws IOException {
        requireOwner(path, user);
        // On Windows, only the user and administrators can write to the folder of a user.
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            UserPrincipal system = Files.getOwner(Objects.requireNonNull(path.getRoot()));
            requireUnwritable(path, false);
            for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
                // In a container the root folder may belong to a user that the container does not know.
                if (attribute(folder, "uid") != 0 && !Files.getOwner(folder).equals(system)) {
                    requireOwner(folder, user);
                }
                requireUnwritable(folder, true);
            }
        }
    }

    static void requireOwner(Path path, UserPrincipal user) throws IOException {
        UserPrincipal owner = Files.getOwner(path, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(user)) {
            throw new IOException(path + " belongs to the user " + owner.getName());
        }
    }

    private static void requireUnwritable(Path path, boolean mayBeSticky) throws IOException {
        int mode = attribute(path, "mode");
        // Many systems give each user a group of the same number, which has no other member.
        boolean privateGroup = attribute(path, "gid") == attribute(path, "uid");
        int writable = mode & (privateGroup ? WRITABLE_BY_OTHERS : WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP);
        if (writable != 0 && !(mayBeSticky && (mode & STICKY) != 0)) {
            throw new IOException("other users can write " + path);
        }
    }

    private static int attribute(Path path, String name) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
    }
}
