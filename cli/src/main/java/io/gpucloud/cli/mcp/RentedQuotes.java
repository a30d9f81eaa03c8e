package io.gpucloud.cli.mcp;

import io.gpucloud.cli.command.PrivateFiles;
import io.gpucloud.cli.output.Output;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The quotes that were rented, each in a file, so that a server knows the rentals of earlier ones. A quote without a
 * file cannot be rented by another server, so old files can be deleted.
 */
final class RentedQuotes {

    static final int MOST = 1000;

    private static final Duration KEPT = Duration.ofDays(30);

    private final Path folder;

    RentedQuotes(Path folder) throws IOException {
        this.folder = PrivateFiles.createFolder(folder);
    }

    /**
     * Deletes old files and, if there are too many, the oldest whose quotes cannot be rented again.
     *
     * @param recorded the quotes whose rental may not be over, however old they are
     * @return whether there is room for another one
     */
    synchronized boolean deleteOld(Instant now, Set<String> recorded) throws IOException {
        List<File> files;
        try (Stream<Path> all = Files.list(folder)) {
            // The modification time is 0 if another server has deleted the file meanwhile.
            files = all.map(Path::toFile)
                    .sorted(Comparator.comparingLong(File::lastModified))
                    .toList();
        }
        int count = files.size();
        for (File file : files) {
            String quoteId = file.getName().replaceFirst("\\..*", "");
            Duration kept = count < MOST ? KEPT : RentalQuotes.VALID;
            boolean isOld = file.lastModified() < now.minus(kept).toEpochMilli();
            if (isOld && !recorded.contains(quoteId)) {
                Files.deleteIfExists(file.toPath());
                count--;
            }
        }
        return count < MOST;
    }

    /** Remembers a quote before it is rented. Returns false if it is known already. */
    synchronized boolean add(RentalQuote.Rented rented) {
        if (find(rented.quote().quoteId()).isPresent()) {
            return false;
        }
        write(rented);
        return true;
    }

    synchronized Optional<RentalQuote.Rented> find(String quoteId) {
        try {
            return Optional.of(Output.read(Files.readString(file(quoteId)), RentalQuote.Rented.class));
        } catch (NoSuchFileException unknown) {
            return Optional.empty();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    synchronized void update(String quoteId, UnaryOperator<RentalQuote.Rented> change) {
        find(quoteId).map(change).ifPresent(this::write);
    }

    /** Readers see a whole file, also after a crash. */
    private void write(RentalQuote.Rented rented) {
        try {
            Path file = file(rented.quote().quoteId());
            Path next = file.resolveSibling(file.getFileName() + ".new");
            // A killed server may have left it behind.
            Files.deleteIfExists(next);
            Files.writeString(PrivateFiles.createFile(next), Output.json(rented), StandardOpenOption.SYNC);
            if (rented.isNothingCreated()) {
                // It gets so old that it is deleted when its quote is no longer valid.
                Instant modified = rented.quote().validUntil().minus(KEPT);
                Files.setLastModifiedTime(next, FileTime.from(modified));
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The input schema allows no other identifiers than ours. */
    private Path file(String quoteId) {
        return folder.resolve(quoteId + ".json");
    }
}
