package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.Owned;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The instances that the files of a journal name, at one moment. */
final class JournaledInstances {

    private final Set<String> leased = new HashSet<>();
    private final Set<String> left = new HashSet<>();
    private final Map<String, Instant> kept = new HashMap<>();

    /** {@code untouchable}: the files of live processes, and damaged ones; {@code ended}: those to recover. */
    JournaledInstances(Collection<JournalState> untouchable, Collection<JournalState> ended) {
        untouchable.forEach(state -> add(state, leased));
        ended.forEach(state -> add(state, left));
    }

    private void add(JournalState state, Set<String> owned) {
        state.owned().forEach(mine -> owned.add(mine.instanceUuid()));
        for (Kept given : state.kept()) {
            kept.merge(given.instanceUuid(), given.at(), (one, other) -> one.isAfter(other) ? one : other);
        }
    }

    /** Whether an instance of an ended process now belongs to another process, or was kept by a caller later. */
    boolean isGivenAway(Owned mine) {
        Instant given = kept.get(mine.instanceUuid());
        return leased.contains(mine.instanceUuid()) || (given != null && !given.isBefore(mine.at()));
    }

    /** Whether a file names the instance, so that it is not the unknown result of an attempt. */
    boolean contains(String instanceUuid) {
        return leased.contains(instanceUuid) || left.contains(instanceUuid) || kept.containsKey(instanceUuid);
    }
}
