package io.gpucloud.client.lease;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One record of a journal file: something that happened to a create request or to an instance. */
sealed interface JournalRecord {

    /** When it happened, by the timer of the client. */
    Instant at();

    /** A create request is about to be sent; {@code title} is the later title of the instance, if known. */
    record Creating(
            Instant at,
            String attempt,
            InstanceRequest request,
            Set<String> before,
            @Nullable String title,
            LeaseTerms terms)
            implements JournalRecord {

        /** Copies the list. */
        public Creating {
            before = Set.copyOf(before);
        }
    }

    /**
     * An instance belongs to a lease. {@code attempt} is its create request, or null if it was adopted; {@code endsAt} the moment of its
     * shutdown timer, if that is set. Later records replace earlier ones.
     */
    record Owned(
            Instant at,
            String instanceUuid,
            @Nullable String attempt,
            LeaseTerms terms,
            @Nullable Instant endsAt,
            boolean handedOver)
            implements JournalRecord {

        /** An instance without a timer. */
        static Owned untimed(Instant at, String instanceUuid, @Nullable String attempt, LeaseTerms terms) {
            return new Owned(at, instanceUuid, attempt, terms, null, false);
        }
    }

    /** A create request certainly created nothing. */
    record NotCreated(Instant at, String attempt) implements JournalRecord {}

    /** The outcome of a create request is unknown, and the program knows that. */
    record Unknown(Instant at, String attempt) implements JournalRecord {}

    /** An instance was destroyed. */
    record Destroyed(Instant at, String instanceUuid) implements JournalRecord {}

    /** An instance was given to the caller. */
    record Kept(Instant at, String instanceUuid) implements JournalRecord {}
}
