package io.gpucloud.testing;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stub's jars and class archives on this machine: in the user's cache folder, or in a temporary folder if that cannot be written. The
 * folder has the hash of the jars in its name, so versions do not conflict. Files are written under another name and renamed, so no process
 * ever sees half a file.
 */
record StubFiles(Path folder, boolean temporary) {

    private static final String EMBEDDED = "executable/";
    private static final List<String> JARS = List.of("start.jar", "stub.jar", "spring.jar");
    private static final String HASH = EMBEDDED + "sha256";
    private static final int HASH_LENGTH = 16;
    private static final int BUFFER = 256 * 1024;
    /** The archives are only valid for jars with the time stamps that they had before. 2026-01-01, as a number because parsing is slow. */
    private static final FileTime TIME = FileTime.fromMillis(1_767_225_600_000L);
    /** Left over by a machine that stopped. No start and no training takes that long. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private static @Nullable StubFiles installed;

    /** The files in the cache of this machine. If the cache was deleted, they are written again. */
    static synchronized StubFiles installed() {
        if (installed == null || !installed.missing().isEmpty()) {
            installed = installedIn(CacheFolder.ofTheUser());
        }
        return installed;
    }

    /** The value of the option {@code -cp}. */
    String classPath() {
        List<String> jars = new ArrayList<>();
        for (String jar : JARS) {
            jars.add(folder.resolve(jar).toString());
        }
        return String.join(File.pathSeparator, jars);
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
                    "The stub cannot be started, because its jars can be written neither to " + unwritable
                            + " nor to the temporary folder. Free disk space, or set the system property gpu-cloud.stub.cache to a folder that can be written.",
                    full);
        }
    }

    private void write() throws IOException {
        Path runs = Files.createDirectories(runs());
        List<Path> missing = missing();
        if (!missing.isEmpty()) {
            write(missing);
        }
        if (!Files.isWritable(runs)) {
            throw new IOException("it is read-only");
        }
    }

    private void write(List<Path> missing) throws IOException {
        try {
            // In parallel: inflating the jars takes longer than writing them.
            missing.parallelStream().forEach(this::write);
        } catch (UncheckedIOException unwritable) {
            throw unwritable.getCause();
        }
    }

    private void write(Path jar) {
        Path part = folder.resolve("jar-" + UUID.randomUUID() + ".part");
        try {
            try (InputStream embedded = resource(EMBEDDED + jar.getFileName());
                    OutputStream file = new BufferedOutputStream(Files.newOutputStream(part), BUFFER)) {
                embedded.transferTo(file);
            }
            Files.setLastModifiedTime(part, TIME);
            Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException another) {
            // Another JVM has already written the same content.
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        } finally {
            part.toFile().delete();
        }
    }

    /** Called at every start, in a JVM that may not have used streams yet: the first one takes 20 ms. */
    private List<Path> missing() {
        List<Path> missing = new ArrayList<>();
        for (String jar : JARS) {
            if (!Files.exists(folder.resolve(jar))) {
                missing.add(folder.resolve(jar));
            }
        }
        return missing;
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
