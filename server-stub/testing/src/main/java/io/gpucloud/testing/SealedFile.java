package io.gpucloud.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.zip.CRC32C;

/**
 * A large file of the cache, with its length and checksum in a small file next to it. A full disk or a machine that
 * stops can cut files. The checksum is a fast one, because only the user can write to the folder.
 */
record SealedFile(Path file) {

    private static final int BUFFER = 1 << 20;

    /** Whether it is complete and belongs to a user. */
    boolean isIntact(UserPrincipal user) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(user)
                    && Files.readString(seal()).equals(contents());
        } catch (IOException unreadable) {
            return false;
        }
    }

    void seal(Path written) throws IOException {
        Files.writeString(seal(), new SealedFile(written).contents());
    }

    private Path seal() {
        return file.resolveSibling(file.getFileName() + ".seal");
    }

    /** The same format as in the class ClassArchiveCreator of the stub. */
    private String contents() throws IOException {
        CRC32C checksum = new CRC32C();
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
            while (channel.read(buffer.clear()) >= 0) {
                checksum.update(buffer.flip());
            }
            return channel.size() + " " + checksum.getValue();
        }
    }
}
