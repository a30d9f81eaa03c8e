package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directory of all journal files of an account. */
final class JournalDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(JournalDirectory.class);

    private final Path directory;

    JournalDirectory(Path directory) {
        this.directory = directory;
    }

    /** Locks and reads the files whose process has ended, or whose {@link Leases} are closed. */
    EndedJournals takeOverEnded() {
        return EndedJournals.read(lockEnded());
    }

    private List<JournalFile> lockEnded() {
        List<JournalFile> ended = new ArrayList<>();
        for (Path file : files()) {
            try {
                JournalFile.takeOver(file).ifPresent(ended::add);
            } catch (IOException failure) {
                LOG.error("the lease journal {} is not recovered: {}", file, failure.toString());
            }
        }
        return ended;
    }

    /** The states of all files except the given ones. */
    List<JournalState> readAllBut(List<Path> excluded) {
        List<JournalState> states = new ArrayList<>();
        for (Path file : files()) {
            if (!excluded.contains(file)) {
                readIfPresent(file).map(JournalContent::state).ifPresent(states::add);
            }
        }
        return states;
    }

    private static Optional<JournalContent> readIfPresent(Path file) {
        try {
            return Optional.of(JournalContent.read(file));
        } catch (NoSuchFileException closedMeanwhile) {
            return Optional.empty();
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be read: {}", file, failure.toString());
            return Optional.empty();
        }
    }

    /** Other files of the directory are never touched. */
    private List<Path> files() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.toRealPath())) {
            return files.filter(JournalFile::hasNameOfJournal)
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", directory, failure);
        }
    }
}
