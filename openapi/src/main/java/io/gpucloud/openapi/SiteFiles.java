package io.gpucloud.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of a site, written as a zip whose bytes depend only on the files. */
final class SiteFiles {

    /** The timestamp of all artifacts of the project, so that builds are reproducible. */
    private static final LocalDateTime TIME_STAMP = LocalDateTime.of(2026, 1, 1, 0, 0);

    private SiteFiles() {}

    /** Writes the zip, and the same files into a folder of the same name. */
    static void write(Map<String, byte[]> files, Path zip) throws IOException {
        Path folder = zip.resolveSibling(zip.getFileName().toString().replaceFirst("[.]zip$", ""));
        clear(folder);
        try (ZipOutputStream packed = new ZipOutputStream(Files.newOutputStream(zip))) {
            packed.setLevel(9);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(TIME_STAMP);
                packed.putNextEntry(entry);
                packed.write(file.getValue());
                packed.closeEntry();
                Path target = folder.resolve(file.getKey());
                Files.createDirectories(target.getParent());
                Files.write(target, file.getValue());
            }
        }
    }

    /** Files of an earlier build do not belong to the site. */
    private static void clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
    }
}
