package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Owned;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the instances in the journal whose process has ended and that no other process has taken since. */
final class AbandonedInstances {

    private AbandonedInstances() {}

    /** The identifiers of the instances. A process that holds the lock of its file has not ended. */
    static Set<String> instances(Path journal) {
        JournalDirectory directory = new JournalDirectory(journal);
        try (EndedJournals ended = directory.takeOverEnded()) {
            List<JournalState> untouchable = Stream.concat(
                            directory.readAllBut(ended.paths()).stream(), ended.damaged().stream())
                    .toList();
            JournaledInstances known = new JournaledInstances(untouchable, ended.intact());
            return ended.intact().stream()
                    .flatMap(state -> state.owned().stream())
                    .filter(mine -> !known.isGivenAway(mine))
                    .map(Owned::instanceUuid)
                    .collect(Collectors.toSet());
        }
    }
}
