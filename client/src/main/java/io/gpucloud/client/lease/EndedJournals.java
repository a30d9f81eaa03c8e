package io.gpucloud.client.lease;

import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import java.io.IOException;
import java.nio.file.Path;
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

    /** Reads files whose locks are held. One that cannot be read counts as damaged. */
    static EndedJournals read(List<JournalFile> files) {
        EndedJournals journals = new EndedJournals(List.copyOf(files));
        journals.files.forEach(journals::read);
        return journals;
    }

    private void read(JournalFile file) {
        JournalContent content = content(file);
        if (content.damagedLines().isEmpty()) {
            intact.put(file, content.state());
        } else {
            damaged.put(file, content);
        }
    }

    private static JournalContent content(JournalFile file) {
        try {
            return file.read();
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be read: {}", file.path(), failure.getMessage());
            return JournalContent.unreadable();
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

    /** Writes the states of the intact files. */
    void save() {
        intact.forEach(EndedJournals::save);
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
