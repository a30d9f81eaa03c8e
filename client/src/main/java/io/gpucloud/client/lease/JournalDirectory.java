package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The directory of all journal files of an account. */
final class JournalDirectory {

    /** How long unsettled records are kept for a later recovery. */
    static final Duration RETENTION = Duration.ofDays(30);

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
        try {
            for (Path file : files()) {
                JournalFile.takeOver(file).ifPresent(ended::add);
            }
            return ended;
        } catch (IOException failure) {
            ended.forEach(JournalFile::close);
            throw unreadable(failure);
        }
    }

    /** The states of all files except the given ones. */
    List<JournalState> readAllBut(List<Path> excluded) {
        List<JournalState> states = new ArrayList<>();
        try {
            for (Path file : files()) {
                if (!excluded.contains(file)) {
                    readIfPresent(file).map(JournalContent::state).ifPresent(states::add);
                }
            }
            return states;
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private static Optional<JournalContent> readIfPresent(Path file) throws IOException {
        try {
            return Optional.of(JournalContent.read(file));
        } catch (NoSuchFileException closedMeanwhile) {
            return Optional.empty();
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.toRealPath())) {
            return files.filter(file -> file.getFileName().toString().endsWith(JournalFile.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private LeaseJournalException unreadable(IOException failure) {
        return new LeaseJournalException("the lease journal cannot be read", directory, failure);
    }
}
