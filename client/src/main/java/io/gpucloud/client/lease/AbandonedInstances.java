package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the instances in the journal whose process has ended and that no other process has taken since. */
final class AbandonedInstances {

    private AbandonedInstances() {}

    /** The identifiers of the instances. A process that holds the lock of its file has not ended. */
    static Set<String> instances(Path journal) {
        JournalDirectory directory = new JournalDirectory(journal);
        List<JournalFile> files = directory.takeOverEnded();
        try {
            List<JournalState> ended = new ArrayList<>();
            List<JournalState> untouchable = new ArrayList<>();
            for (JournalFile file : files) {
                JournalContent content = read(file);
                (content.damagedLines().isEmpty() ? ended : untouchable).add(content.state());
            }
            directory.readAllBut(files.stream().map(JournalFile::path).toList()).stream()
                    .map(JournalContent::state)
                    .forEach(untouchable::add);
            return left(ended, new JournaledInstances(untouchable, ended));
        } finally {
            files.forEach(JournalFile::close);
        }
    }

    private static JournalContent read(JournalFile file) {
        try {
            return file.read();
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", file.path(), failure);
        }
    }

    private static Set<String> left(List<JournalState> ended, JournaledInstances known) {
        Set<String> left = new HashSet<>();
        ended.stream()
                .flatMap(state -> state.owned().stream())
                .filter(mine -> !known.isGivenAway(mine))
                .forEach(mine -> left.add(mine.instanceUuid()));
        return left;
    }
}
