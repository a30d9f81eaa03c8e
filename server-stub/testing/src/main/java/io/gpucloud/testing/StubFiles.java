package io.gpucloud.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stub's jar and class archives on this machine: in the user's cache folder, or in a temporary folder if that cannot be written. The
 * folder has the hash of the jar in its name, so versions do not conflict. Files are written under another name and renamed, so no process
 * ever sees half a file.
 */
record StubFiles(Path folder, boolean temporary) {

    private static final String EMBEDDED = "executable/";
    private static final String JAR = "stub.jar";
    private static final String HASH = EMBEDDED + "sha256";
    private static final int HASH_LENGTH = 16;
    /** An archive is only valid for a jar with the time stamp that it had before. 2026-01-01, as a number because parsing is slow. */
    private static final FileTime TIME = FileTime.fromMillis(1_767_225_600_000L);
    /** Left over by a machine that stopped. No start and no training takes that long. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private static @Nullable StubFiles installed;

    /** The files in the cache of this machine. If the cache was deleted, they are written again. */
    static synchronized StubFiles installed() {
        if (installed == null || !Files.exists(installed.jar())) {
            installed = installedIn(CacheFolder.ofTheUser());
        }
        return installed;
    }

    Path jar() {
        return folder.resolve(JAR);
    }

    /** The process creates its folder itself. */
    ProcessFolder newRun() {
        return new ProcessFolder(runs().resolve(UUID.randomUUID().toString()));
    }

    static StubFiles installedIn(Path cache) {
        Path folder = cache.resolve(hash().substring(0, HASH_LENGTH));
        try {
            StubFiles files = new StubFiles(folder, false);
            files.write();
            return files;
        } catch (IOException unwritable) {
            return inTemporaryFolder(folder, unwritable);
        }
    }

    private static StubFiles inTemporaryFolder(Path unwritable, IOException reason) {
        try {
            StubFiles files = new StubFiles(Files.createTempDirectory("gpu-cloud-stub"), true);
            files.write();
            System.err.println(
                    "gpu-cloud-testing: " + unwritable + " cannot be written (" + reason
                            + "). The stub's files are in " + files.folder
                            + " until this JVM ends, and each first start takes longer. Set the system property gpu-cloud.stub.cache to a folder that can be written.");
            Runtime.getRuntime().addShutdownHook(new Thread(new ProcessFolder(files.folder)::delete));
            return files;
        } catch (IOException full) {
            full.addSuppressed(reason);
            throw new IllegalStateException(
                    "The stub cannot be started, because its jar can be written neither to " + unwritable
                            + " nor to the temporary folder. Free disk space, or set the system property gpu-cloud.stub.cache to a folder that can be written.",
                    full);
        }
    }

    private void write() throws IOException {
        Path runs = Files.createDirectories(runs());
        if (!Files.exists(jar())) {
            writeJar();
        }
        if (!Files.isWritable(runs)) {
            throw new IOException("it is read-only");
        }
    }

    private void writeJar() throws IOException {
        Path part = folder.resolve("jar-" + UUID.randomUUID() + ".part");
        try {
            try (InputStream embedded = resource(EMBEDDED + JAR)) {
                Files.copy(embedded, part);
            }
            Files.setLastModifiedTime(part, TIME);
            Files.move(part, jar(), StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException another) {
            // Another JVM has already written the same content.
        } finally {
            part.toFile().delete();
        }
    }

    private Path runs() {
        return folder.resolve("runs");
    }

    /** Deletes what processes left that were killed, or whose machine stopped. */
    void deleteAbandoned() {
        try {
            deleteAbandoned(runs(), run -> true);
            deleteAbandoned(folder, file -> file.toString().endsWith(".part"));
        } catch (IOException | UncheckedIOException gone) {
            // Another JVM deletes them at the same time.
        }
    }

    private static void deleteAbandoned(Path parent, Predicate<Path> temporary) throws IOException {
        try (Stream<Path> left = Files.list(parent)) {
            left.filter(temporary).filter(StubFiles::abandoned).forEach(path -> new ProcessFolder(path).delete());
        }
    }

    private static boolean abandoned(Path run) {
        return run.toFile().lastModified() < System.currentTimeMillis() - ABANDONED.toMillis();
    }

    private static String hash() {
        try (InputStream hash = resource(HASH)) {
            return new String(hash.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException unreadable) {
            throw new IllegalStateException("The jar of gpu-cloud-testing cannot be read.", unreadable);
        }
    }

    private static InputStream resource(String name) throws IOException {
        InputStream resource = StubFiles.class.getResourceAsStream(name);
        if (resource == null) {
            throw new IOException(name + " is missing in gpu-cloud-testing. Build it with mvn package.");
        }
        return resource;
    }
}
