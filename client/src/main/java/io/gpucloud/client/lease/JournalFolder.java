package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the folder of a journal, and its owner: the name that the instances of all its programs have in their title.
 */
final class JournalFolder {

    private static final Logger LOG = LoggerFactory.getLogger(JournalFolder.class);
    private static final String OWNER = "owner";
    private static final Pattern OWNER_FORM = Pattern.compile("[0-9a-f-]{13}");
    private static final String WAYS_OUT =
            "the lease journal cannot be used; choose another directory with journal(path),"
                    + " or accept with withoutJournal() that a crash may leave instances that cost";

    private JournalFolder() {}

    /** The options with the directory and the owner of the leases of a client. */
    static LeaseOptions locate(LeaseOptions options, GpuCloudClient client) {
        return locate(options, options.journalOfUser() ? LeaseOptions.folderOfUser(client) : options.journal());
    }

    /** @throws LeaseJournalException if the directory cannot be used */
    static LeaseOptions locate(LeaseOptions options, @Nullable Path folder) {
        String owner = options.owner();
        if (folder == null) {
            return options.located(null, owner == null ? InstanceTitle.randomOwner() : owner);
        }
        try {
            JournalFile.createDirectory(folder);
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
            JournalAccess.require(folder, options.allowGroupJournal());
            LeaseOptions located = options.located(folder, owner == null ? keptOwner(folder) : owner);
            if (options.journalOfUser()) {
                nameOthers(folder);
            }
            return located;
        } catch (AccessDeniedException denied) {
            throw new LeaseJournalException(WAYS_OUT, folder, new IOException("permission denied", denied));
        } catch (FileAlreadyExistsException file) {
            throw new LeaseJournalException(WAYS_OUT, folder, new IOException("it is not a directory", file));
        } catch (IOException failure) {
            throw new LeaseJournalException(WAYS_OUT, folder, failure);
        }
    }

    /**
     * The folder of a user: one for each service and API key, so that no recovery takes instances of another account
     * for ended ones.
     *
     * @param stateHome the value of {@code XDG_STATE_HOME}; as its specification says, a relative path does not count
     * @param home the home of the user; a user of a container may have none
     */
    static Path ofUser(GpuCloudClient client, @Nullable String stateHome, @Nullable String home) {
        Path folder = folder(stateHome, home).resolve("gpu-cloud");
        String service =
                client.baseUrl().getAuthority().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "_");
        return folder.resolve(service).resolve(Objects.requireNonNullElse(client.keyFingerprint(), "no-key"));
    }

    private static Path folder(@Nullable String stateHome, @Nullable String home) {
        if (stateHome != null && Path.of(stateHome).isAbsolute()) {
            return Path.of(stateHome);
        }
        Path user = Path.of(Objects.requireNonNullElse(home, ""));
        if (!user.isAbsolute()) {
            throw new LeaseJournalException(
                    WAYS_OUT,
                    user,
                    new IOException("the user of this program has no home, and XDG_STATE_HOME is not set"));
        }
        return user.resolve(Path.of(".local", "state"));
    }

    /** The random owner that the first program of a folder has stored there. */
    private static String keptOwner(Path folder) throws IOException {
        Path file = folder.resolve(OWNER);
        if (Files.notExists(file)) {
            Path draft = JournalFile.createTemporary(folder, InstanceTitle.randomOwner());
            try {
                // In contrast to a move, a link never replaces the owner that another program stores at this moment.
                Files.createLink(file, draft);
            } catch (FileAlreadyExistsException another) {
                LOG.trace("{} exists", file);
            } finally {
                Files.delete(draft);
            }
        }
        JournalAccess.requireOurs(file, folder);
        String owner = Files.readString(file).strip();
        if (!OWNER_FORM.matcher(owner).matches()) {
            throw new IOException(file + " is damaged; delete it");
        }
        return owner;
    }

    /** After a change of the API key, only its owner knows whether the account is the same. */
    private static void nameOthers(Path folder) throws IOException {
        Path service = Objects.requireNonNull(folder.getParent());
        List<Path> others;
        try (Stream<Path> folders = Files.list(service)) {
            others = folders.filter(other -> !other.equals(folder) && Files.isDirectory(other))
                    .sorted()
                    .toList();
        }
        for (Path other : others) {
            try {
                long open = Journal.entries(other).stream()
                        .filter(entry -> entry.state() != LeaseState.KEPT)
                        .count();
                if (open > 0) {
                    LOG.warn(
                            "the lease journal {} of another API key has {} open leases; if that key was replaced, recover"
                                    + " them with journal(path)",
                            other,
                            open);
                }
            } catch (LeaseJournalException unreadable) {
                LOG.warn("{}", unreadable.getMessage());
            }
        }
    }
}
