package io.gpucloud.stub.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The zip of the distribution. */
final class Zip {

    private static final Path ZIP = Path.of(System.getProperty("distribution.zip"));

    private Zip() {}

    /** Unpacks the zip, and returns the folder inside it. */
    static Path unpack(Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(ZIP);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = folder.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.resolveSibling("."));
                    Files.copy(zip, file);
                }
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }
}
