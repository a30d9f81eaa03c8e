package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Destroyed;
import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.NotCreated;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.lease.JournalRecord.Unknown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state after all records of one journal file. Not thread-safe. */
final class JournalState {

    private final Map<String, Creating> attempts = new LinkedHashMap<>();
    private final Map<String, Unknown> unknown = new LinkedHashMap<>();
    private final Map<String, Owned> owned = new LinkedHashMap<>();
    private final Map<String, Kept> kept = new LinkedHashMap<>();

    void apply(JournalRecord record) {
        if (record instanceof Creating creating) {
            attempts.put(creating.attempt(), creating);
        } else if (record instanceof Unknown lost && attempts.containsKey(lost.attempt())) {
            unknown.put(lost.attempt(), lost);
        } else if (record instanceof NotCreated failed) {
            forgetAttempt(failed.attempt());
        } else if (record instanceof Owned mine) {
            if (mine.attempt() != null) {
                forgetAttempt(mine.attempt());
            }
            kept.remove(mine.instanceUuid());
            owned.put(mine.instanceUuid(), mine);
        } else if (record instanceof Destroyed destroyed) {
            owned.remove(destroyed.instanceUuid());
            kept.remove(destroyed.instanceUuid());
        } else if (record instanceof Kept given) {
            owned.remove(given.instanceUuid());
            kept.put(given.instanceUuid(), given);
        }
    }

    void forgetAttempt(String attempt) {
        attempts.remove(attempt);
        unknown.remove(attempt);
    }

    void forgetOwned(String instanceUuid) {
        owned.remove(instanceUuid);
    }

    /** The create requests whose outcome is not recorded, or is unknown. */
    List<Creating> attempts() {
        return List.copyOf(attempts.values());
    }

    /** Whether the program learned that the outcome of an attempt is unknown. */
    boolean isUnknown(String attempt) {
        return unknown.containsKey(attempt);
    }

    Optional<Owned> owned(String instanceUuid) {
        return Optional.ofNullable(owned.get(instanceUuid));
    }

    /** The instances that leases own. */
    List<Owned> owned() {
        return List.copyOf(owned.values());
    }

    /** The instances that were given to the caller. */
    List<Kept> kept() {
        return List.copyOf(kept.values());
    }

    /** The fewest records with this state. */
    List<JournalRecord> records() {
        List<JournalRecord> records = new ArrayList<>(attempts.values());
        records.addAll(unknown.values());
        records.addAll(owned.values());
        records.addAll(kept.values());
        return records;
    }
}
