package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the {@link LeaseOptions#journal()} says about an instance, or about a create request without an outcome.
 *
 * @param state whose it is
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param instanceUuid the instance, or null as long as it is not known
 * @param endsAt the moment of its shutdown timer, or null if it is not known
 * @param processMayRun false if the process that wrote this has certainly ended; true also if the process is of another
 *     host
 */
public record JournalEntry(
        State state,
        @Nullable String tag,
        @Nullable String instanceUuid,
        @Nullable Instant endsAt,
        boolean processMayRun) {

    /** Whose an instance is. */
    public enum State {

        /** The outcome of the create request is not known. There may be an instance. */
        CREATING,

        /** It belongs to a lease of the process. If that has ended, {@link Leases#recover} recovers the instance. */
        LEASED,

        /** The next start of the program gets it, see {@link OnClose#HAND_OVER}. */
        HANDED_OVER,

        /** It was given to the caller, see {@link InstanceLease#keep}. It may be gone. */
        KEPT
    }

    /** The entries of all files of a directory. */
    static List<JournalEntry> all(Path directory) {
        List<JournalEntry> entries = new ArrayList<>();
        for (Path file : JournalFile.all(directory)) {
            try {
                JournalAccess.requireOurs(file, Objects.requireNonNull(file.getParent()));
            } catch (NoSuchFileException closedMeanwhile) {
                continue;
            } catch (IOException untrusted) {
                throw new LeaseJournalException("the lease journal is not trusted", file, untrusted);
            }
            JournalContent content = JournalContent.read(file);
            JournalProcess process = content.process();
            boolean mayRun = process == null || process.mayRun();
            for (Creating creating : content.creating()) {
                entries.add(new JournalEntry(State.CREATING, creating.terms().tag(), null, null, mayRun));
            }
            for (Leased leased : content.leased()) {
                entries.add(new JournalEntry(
                        state(leased), leased.terms().tag(), leased.instanceUuid(), leased.endsAt(), mayRun));
            }
        }
        return entries;
    }

    private static State state(Leased leased) {
        return switch (leased.state()) {
            case OWNED -> State.LEASED;
            case HANDED_OVER -> State.HANDED_OVER;
            case KEPT -> State.KEPT;
        };
    }
}
