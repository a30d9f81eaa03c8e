package io.gpucloud.client.lease;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Reservations in a file, which is replaced as a whole. Another file is locked meanwhile, so a process that is killed
 * leaves either the old or the new reservations, and no lock.
 */
record ReservationFile(Path file) implements Reservations {

    private static final String NAME = "reservations.jsonl";

    /** More are not written in a year. */
    private static final long LARGEST = 64L * 1024 * 1024;

    /** Locks of files belong to the whole JVM. */
    private static final ReentrantLock THIS_JVM = new ReentrantLock();

    static ReservationFile in(Path directory) {
        return new ReservationFile(directory.toAbsolutePath().resolve(NAME));
    }

    boolean exists() {
        return Files.exists(file);
    }

    @Override
    public List<Reservation> change(UnaryOperator<List<Reservation>> change) throws IOException {
        boolean interrupted = false;
        THIS_JVM.lock();
        try {
            while (true) {
                // Reading and writing do not end early, only the wait for the lock.
                interrupted |= Thread.interrupted();
                try {
                    return changeLocked(change);
                } catch (FileLockInterruptionException again) {
                    interrupted = true;
                }
            }
        } finally {
            THIS_JVM.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<Reservation> changeLocked(UnaryOperator<List<Reservation>> change) throws IOException {
        try (FileChannel channel = JournalFile.openLock(file)) {
            channel.lock();
            List<Reservation> before = read();
            List<Reservation> after = change.apply(before);
            if (!after.equals(before)) {
                String lines = after.stream().map(JournalContent::encode).collect(Collectors.joining());
                JournalFile.replace(file, lines.getBytes(StandardCharsets.UTF_8));
            }
            return after;
        }
    }

    /** A damaged file is not ignored: that would allow to spend everything once more. */
    private List<Reservation> read() throws IOException {
        List<Reservation> reservations = new ArrayList<>();
        try {
            if (Files.size(file) > LARGEST) {
                throw new IOException("it has more than " + LARGEST + " bytes");
            }
            for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (!(JournalContent.decode(line).orElse(null) instanceof Reservation reservation)) {
                    throw new IOException("line " + (reservations.size() + 1)
                            + " is damaged; if you delete the file, the spending limit begins anew");
                }
                reservations.add(reservation);
            }
        } catch (NoSuchFileException none) {
            return List.of();
        }
        return reservations;
    }
}
