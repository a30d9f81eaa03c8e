package io.gpucloud.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one process: its log and its temporary files. The process deletes it when it ends, and so does the JVM
 * that started it.
 */
record ProcessFolder(Path path) {

    Path log() {
        return path.resolve("stub.log");
    }

    String lastLines(int count) {
        if (!Files.exists(log())) {
            return "";
        }
        try {
            // The log may contain any bytes, so the decoder must not fail.
            List<String> lines = new String(Files.readAllBytes(log()), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
        } catch (IOException unreadable) {
            return "(" + log() + " cannot be read: " + unreadable.getMessage() + ")";
        }
    }

    /** Deletes what is there. The process may delete it at the same time. */
    void delete() {
        try (Stream<Path> files = Files.walk(path)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException gone) {
            // The process has already deleted it.
        }
    }
}
