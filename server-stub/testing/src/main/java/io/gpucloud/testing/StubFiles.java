package io.gpucloud.testing;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stub's jar and class archives on this machine: in the user's cache folder, or in a temporary folder if that
 * cannot be written. The folder has the hash of the jar in its name, so versions do not conflict. Files are written
 * under another name and renamed. A file that was cut in spite of that, for example because the machine stopped, is
 * written again. Folders can be used by their owner only, and no file runs that another user can change.
 */
record StubFiles(Path folder, boolean temporary, UserPrincipal user) {

    private static final String EMBEDDED = "executable/";
    private static final String JAR = "stub.jar";
    private static final String RUNS = "runs";
    private static final String HASH = EMBEDDED + "sha256";
    private static final int HASH_LENGTH = 16;
    /**
     * An archive is only valid for a jar with the time stamp that it had before. 2026-01-01, as a number because
     * parsing is slow.
     */
    private static final FileTime TIME = FileTime.fromMillis(1_767_225_600_000L);
    /** Left over by a machine that stopped. No start and no training takes that long. */
    private static final Duration ABANDONED = Duration.ofDays(1);
    /** Another version of the stub that no test uses. */
    private static final Duration UNUSED = Duration.ofDays(30);
    /** Held by a running process, in its folder. The stub has the same name. */
    private static final String LOCK = "running.lock";

    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");

    private static @Nullable StubFiles installed;

    /** The files in the cache of this machine. If the cache was deleted, they are written again. */
    static synchronized StubFiles installed() {
        if (installed == null || !Files.exists(installed.jar())) {
            installed = installed(CacheFolder::ofTheUser);
        }
        return installed;
    }

    Path jar() {
        return folder.resolve(JAR);
    }

    ProcessFolder newRun() {
        return run(UUID.randomUUID().toString());
    }

    /** The process creates its folder itself. */
    ProcessFolder run(String name) {
        return new ProcessFolder(runs().resolve(name));
    }

    /** The folder of such a process in the cache of this machine. Reads no file of the cache. */
    static Path runOfTheUser(String name) {
        return ofThisVersion(CacheFolder.ofTheUser()).resolve(RUNS).resolve(name);
    }

    private static Path ofThisVersion(Path cache) {
        return cache.resolve(hash().substring(0, HASH_LENGTH));
    }

    static StubFiles installedIn(Path cache) {
        return installed(() -> cache);
    }

    private static StubFiles installed(Supplier<Path> cache) {
        String unusable = "the cache folder of the user";
        try {
            Path folder = ofThisVersion(cache.get());
            unusable = folder.toString();
            requireNameForClassPath(folder);
            return written(folder, false);
        } catch (IOException | InvalidPathException unwritable) {
            return inTemporaryFolder(unusable, unwritable);
        }
    }

    private static void requireNameForClassPath(Path folder) throws IOException {
        if (!folder.isAbsolute()) {
            throw new IOException("it is not an absolute path, because the user has no home folder");
        }
        if (folder.toString().contains(File.pathSeparator)) {
            throw new IOException("a class path cannot contain \"" + File.pathSeparator + "\"");
        }
    }

    private static StubFiles inTemporaryFolder(String unwritable, Exception reason) {
        try {
            StubFiles files = written(Files.createTempDirectory("gpu-cloud-stub"), true);
            System.err.println(
                    "gpu-cloud-testing: " + unwritable + " cannot be used (" + reason.getMessage()
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

    private static StubFiles written(Path chosen, boolean temporary) throws IOException {
        createForOwner(chosen.resolve(RUNS));
        // A link that another user exchanges after the check has no effect, because it is not used again.
        Path folder = chosen.toRealPath();
        StubFiles files = new StubFiles(folder, temporary, user(folder));
        for (Path own : List.of(folder, files.runs())) {
            OwnFiles.requireOwner(own, files.user);
            if (isPosix(own)) {
                Files.setPosixFilePermissions(own, PRIVATE);
            }
        }
        OwnFiles.require(files.runs(), files.user);
        if (!new SealedFile(files.jar()).isIntact(files.user)) {
            files.writeJar();
        }
        return files;
    }

    private static void createForOwner(Path folder) throws IOException {
        if (isPosix(folder)) {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
        } else {
            Files.createDirectories(folder);
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The user that runs this JVM, as the file system knows it. */
    static UserPrincipal user(Path folder) throws IOException {
        Path created = Files.createTempFile(folder, "user", ".part");
        try {
            return Files.getOwner(created);
        } finally {
            Files.delete(created);
        }
    }

    private void writeJar() throws IOException {
        Path part = folder.resolve("jar-" + UUID.randomUUID() + ".part");
        try {
            try (InputStream embedded = resource(EMBEDDED + JAR)) {
                Files.copy(embedded, part);
            }
            new SealedFile(jar()).seal(part);
            Files.setLastModifiedTime(part, TIME);
            // Another JVM may write the same content at the same time.
            Files.move(part, jar(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            part.toFile().delete();
        }
    }

    private Path runs() {
        return folder.resolve(RUNS);
    }

    /**
     * Deletes what processes left that were killed, or whose machine stopped, and versions of the stub that no test
     * uses.
     */
    void deleteAbandoned() {
        try {
            deleteOld(runs(), ABANDONED, run -> !isRunning(run));
            deleteOld(folder, ABANDONED, file -> file.toString().endsWith(".part") && !isRenamedNow(file));
            if (!temporary) {
                deleteOld(folder.resolveSibling(""), UNUSED, StubFiles::isUnusedVersion);
            }
        } catch (IOException | UncheckedIOException gone) {
            // Another JVM deletes them at the same time.
        }
    }

    private static void deleteOld(Path parent, Duration age, Predicate<Path> which) throws IOException {
        try (Stream<Path> left = Files.list(parent)) {
            left.filter(path -> isOlder(path, age)).filter(which).forEach(path -> new ProcessFolder(path).delete());
        }
    }

    /** A jar gets its time stamp immediately before it gets its name. */
    private static boolean isRenamedNow(Path part) {
        return part.toFile().lastModified() == TIME.toMillis();
    }

    private static boolean isOlder(Path path, Duration age) {
        return path.toFile().lastModified() < System.currentTimeMillis() - age.toMillis();
    }

    /** Each process changes the folder of the runs when it starts and when it ends. */
    private static boolean isUnusedVersion(Path version) {
        return version.toString().matches("(.*\\W)?[0-9a-f]{" + HASH_LENGTH + "}")
                && isOlder(version.resolve(RUNS), UNUSED);
    }

    static boolean isRunning(Path run) {
        try (FileChannel lock = FileChannel.open(run.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock free = lock.tryLock()) {
            return free == null;
        } catch (OverlappingFileLockException ofThisJvm) {
            return true;
        } catch (IOException none) {
            return false;
        }
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
