package io.gpucloud.client.lease;

import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The journal files of ended processes. Their locks are held until this is closed, so that no other recovery reads them. */
final class EndedJournals implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EndedJournals.class);

    private final List<JournalFile> files;
    private final Map<JournalFile, JournalState> intact = new LinkedHashMap<>();

    /** Damaged files are never changed. */
    private final Map<JournalFile, JournalContent> damaged = new LinkedHashMap<>();

    private EndedJournals(List<JournalFile> files) {
        this.files = files;
    }

    /** Reads files whose locks are held. If one cannot be read, gives up the locks. */
    static EndedJournals read(List<JournalFile> files) {
        EndedJournals journals = new EndedJournals(List.copyOf(files));
        try {
            journals.files.forEach(journals::read);
            return journals;
        } catch (RuntimeException failure) {
            journals.close();
            throw failure;
        }
    }

    private void read(JournalFile file) {
        try {
            JournalContent content = file.read();
            if (content.damagedLines().isEmpty()) {
                intact.put(file, content.state());
            } else {
                damaged.put(file, content);
            }
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", file.path(), failure);
        }
    }

    boolean isEmpty() {
        return files.isEmpty();
    }

    List<Path> paths() {
        return files.stream().map(JournalFile::path).toList();
    }

    /** The states of the files to settle, without the damaged ones. */
    Collection<JournalState> intact() {
        return Collections.unmodifiableCollection(intact.values());
    }

    List<JournalState> damaged() {
        return damaged.values().stream().map(JournalContent::state).toList();
    }

    List<DamagedLine> damagedLines() {
        return damaged.entrySet().stream()
                .flatMap(entry -> entry.getValue().damagedLines().stream()
                        .map(line -> new DamagedLine(entry.getKey().path(), line)))
                .toList();
    }

    void logDamage() {
        damaged.forEach((file, content) ->
                LOG.error("the lease journal {} is damaged in lines {}", file.path(), content.damagedLines()));
    }

    /** Whether every file is intact and has nothing to settle. */
    boolean isSettled() {
        return damaged.isEmpty()
                && intact.values().stream()
                        .allMatch(state ->
                                state.attempts().isEmpty() && state.owned().isEmpty());
    }

    /** Writes the states of the intact files, without records that are older than {@code limit}. */
    void save(Instant limit) {
        intact.forEach((file, state) -> {
            state.forgetBefore(limit);
            save(file, state);
        });
    }

    private static void save(JournalFile file, JournalState state) {
        try {
            if (state.records().isEmpty()) {
                file.delete();
            } else {
                file.replace(state.records());
            }
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be shortened: {}", file.path(), failure.getMessage());
        }
    }

    @Override
    public void close() {
        files.forEach(JournalFile::close);
    }
}
