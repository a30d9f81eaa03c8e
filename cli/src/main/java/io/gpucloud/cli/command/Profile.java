package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.ApiKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The address of a service and its API key. They belong together: the key is sent to no other address. */
public record Profile(String baseUrl, String apiKey) {

    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.complementOf(EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    /**
     * The folder of the user. A relative path does not count, so that no program reads a file of the folder it is in.
     */
    public static Path folder() {
        return folder(System.getenv("XDG_CONFIG_HOME"), System.getProperty("user.home"));
    }

    static Path folder(@Nullable String configHome, String home) {
        Path configuration =
                configHome != null && Path.of(configHome).isAbsolute() ? Path.of(configHome) : Path.of(home, ".config");
        if (!configuration.isAbsolute()) {
            throw new UsageException("the user of this program has no home for a profile: set XDG_CONFIG_HOME");
        }
        return configuration.resolve("gpu-cloud");
    }

    private static Path file(Path folder) {
        return folder.resolve("profile.json");
    }

    /**
     * Reads the profile of a folder.
     *
     * @throws UsageException if it cannot be read, or another user could have written or read it
     */
    static Optional<Profile> in(Path folder) {
        try {
            requirePrivate(folder);
            requirePrivate(file(folder));
            try (InputStream content = Files.newInputStream(file(folder), LinkOption.NOFOLLOW_LINKS)) {
                String json = new String(content.readAllBytes(), StandardCharsets.UTF_8);
                return Optional.of(Output.read(json, Profile.class));
            }
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException | RuntimeException unusable) {
            String reason = unusable instanceof UsageException ? unusable.getMessage() : "it cannot be read";
            throw new UsageException("the profile " + file(folder) + " is not used: " + reason
                    + ". Delete it, and run gpu-cloud configure again");
        }
    }

    private static void requirePrivate(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            throw new UsageException(path + " is a symbolic link");
        }
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.permissions().stream().anyMatch(OF_OTHERS::contains)) {
            throw new UsageException(path + " can be used by other users ("
                    + PosixFilePermissions.toString(attributes.permissions()) + ")");
        }
        Path self = Path.of("/proc/self");
        boolean isOurs = Files.exists(self)
                ? attributes.owner().equals(Files.getOwner(self))
                : attributes.owner().getName().equals(System.getProperty("user.name"));
        if (!isOurs) {
            throw new UsageException(
                    path + " belongs to the user " + attributes.owner().getName());
        }
    }

    /** Replaces the profile of a folder. */
    public Path write(Path folder) throws IOException {
        PrivateFiles.createFolder(folder);
        requirePrivate(folder);
        PrivateFiles.replace(file(folder), Output.json(this) + "\n", PrivateFiles.ONLY_MINE);
        return file(folder);
    }

    ApiKey key() {
        return ApiKey.of(apiKey);
    }

    /** Whether the key belongs to an address. */
    boolean isFor(String address) {
        return withoutSlash(baseUrl).equals(withoutSlash(address));
    }

    private static String withoutSlash(String address) {
        return address.strip().replaceFirst("/+$", "");
    }

    @Override
    public String toString() {
        return "Profile[" + baseUrl + "]";
    }
}
