package io.gpucloud.client.lease;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A line of a journal file. A line with the identifier of an earlier one replaces it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(name = "process", value = JournalProcess.class),
    @JsonSubTypes.Type(name = "creating", value = JournalRecord.Creating.class),
    @JsonSubTypes.Type(name = "leased", value = JournalRecord.Leased.class),
    @JsonSubTypes.Type(name = "over", value = JournalRecord.Over.class),
    @JsonSubTypes.Type(name = "reservation", value = Reservation.class)
})
sealed interface JournalRecord
        permits JournalProcess, JournalRecord.Creating, JournalRecord.Leased, JournalRecord.Over, Reservation {

    /**
     * A create request whose outcome is not known.
     *
     * @param id the later title of its instance, which has a nonce
     * @param at when it was sent, by the timer of the client
     * @param reported whether {@link Leases#rent} has reported that to the caller
     * @param before the instances that were listed before
     */
    record Creating(
            String id, Instant at, boolean reported, InstanceRequest request, Set<String> before, LeaseTerms terms)
            implements JournalRecord {

        /** Copies the set, sorted: a record always has the same line. */
        public Creating {
            before = Collections.unmodifiableSet(new TreeSet<>(before));
        }

        /** The instance that the request has made. */
        Leased made(String instanceUuid) {
            return new Leased(id, at, Leased.State.OWNED, instanceUuid, terms, null);
        }

        Creating asReported() {
            return new Creating(id, at, true, request, before, terms);
        }
    }

    /**
     * An instance.
     *
     * @param id that of its create request, or its own identifier if it was adopted
     * @param at when this began, by the timer of the client
     * @param endsAt the moment of its shutdown timer, or null if that is not set
     * @param until the end of its lifetime, or null if the timer is not renewed
     * @param data what the caller has {@linkplain InstanceLease#put put}, or null
     */
    record Leased(
            String id,
            Instant at,
            State state,
            String instanceUuid,
            LeaseTerms terms,
            @Nullable Instant endsAt,
            @Nullable Instant until,
            @Nullable Map<String, String> data)
            implements JournalRecord {

        /** Copies the data, sorted: a record always has the same line. */
        public Leased {
            data = data == null || data.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(data));
        }

        Leased(String id, Instant at, State state, String instanceUuid, LeaseTerms terms, @Nullable Instant endsAt) {
            this(id, at, state, instanceUuid, terms, endsAt, null, null);
        }

        enum State {
            /** It belongs to a lease. */
            OWNED,
            /** The next start of the program gets it. */
            HANDED_OVER,
            /** It was given to the caller. */
            KEPT
        }

        boolean owned() {
            return state != State.KEPT;
        }

        Leased changed(Instant at, State state, @Nullable Instant endsAt) {
            return new Leased(id, at, state, instanceUuid, terms, endsAt, until, data);
        }

        Leased until(@Nullable Instant until) {
            return new Leased(id, at, state, instanceUuid, terms, endsAt, until, data);
        }

        Leased with(Map<String, String> data) {
            return new Leased(id, at, state, instanceUuid, terms, endsAt, until, data);
        }
    }

    /** A create request without an instance, or an instance that is destroyed or belongs to another journal file. */
    record Over(String id) implements JournalRecord {}
}
