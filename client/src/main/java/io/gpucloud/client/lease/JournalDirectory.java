package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directory of all journal files of an account. Other files in it are never touched. */
record JournalDirectory(Path directory) {

    private static final Logger LOG = LoggerFactory.getLogger(JournalDirectory.class);

    /** Locks and reads the files whose process has ended, or whose {@link Leases} are closed. */
    List<JournalFile> takeOverEnded(boolean otherHosts) {
        List<JournalFile> ended = new ArrayList<>();
        for (Path file : files()) {
            try {
                JournalFile.takeOver(file, otherHosts).ifPresent(ended::add);
            } catch (IOException failure) {
                LOG.error("the lease journal {} is not recovered: {}", file, failure.toString());
            }
        }
        return ended;
    }

    /** The contents of all files except the given ones. */
    List<JournalContent> readAllBut(List<JournalFile> excluded) {
        List<Path> paths = excluded.stream().map(JournalFile::path).toList();
        return files().stream()
                .filter(file -> !paths.contains(file))
                .map(JournalContent::read)
                .toList();
    }

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
