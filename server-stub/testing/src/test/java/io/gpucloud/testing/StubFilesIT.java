package io.gpucloud.testing;

import static io.gpucloud.testing.TestJvm.output;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts in several JVMs, and unusable caches. Each JVM runs {@link StartStub}. */
@Tag("ci")
class StubFilesIT {

    @Test
    void severalJvmsStartForTheFirstTimeAtOnce(@TempDir Path cache) throws Exception {
        List<Process> jvms = List.of(jvm(cache), jvm(cache), jvm(cache));

        for (Process jvm : jvms) {
            assertThat(output(jvm)).contains("SERVED 200");
        }

        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void aCutJarIsWrittenAgainAndACorruptClassArchiveIsIgnored(@TempDir Path cache) throws Exception {
        StubFiles files = StubFiles.installedIn(cache);
        cut(files.jar());
        Files.writeString(ClassArchive.of(files).file(), "no archive");

        assertThat(output(jvm(cache))).isEqualTo("SERVED 200\n");
    }

    private static void cut(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
    }

    @Test
    void onlyTheUserCanReadTheCache(@TempDir Path cache) throws Exception {
        Path folder = Files.createDirectories(cache.resolve("stub"));
        StubFiles files = StubFiles.installedIn(folder);
        Files.setPosixFilePermissions(files.folder(), PosixFilePermissions.fromString("rwxrwxrwx"));

        StubFiles.installedIn(folder);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.folder())))
                .isEqualTo("rwx------");
    }

    @Test
    void oldRunsAndVersionsAreDeletedButNeitherRunningOnesNorLinkedFolders(@TempDir Path cache) throws Exception {
        StubFiles files = StubFiles.installedIn(cache);
        Path runs = files.folder().resolve("runs");
        Path dead = Files.createDirectories(runs.resolve("dead"));
        Path live = Files.createDirectories(runs.resolve("live"));
        Path elsewhere = Files.createDirectories(cache.resolve("elsewhere").resolve("runs"));
        Path linked = Files.createSymbolicLink(runs.resolve("linked"), elsewhere.getParent());
        Path jar = Files.createFile(files.folder().resolve("jar-of-another-jvm.part"));
        Files.setLastModifiedTime(jar, Files.getLastModifiedTime(files.jar()));
        Path unused = Files.createDirectories(cache.resolve("0123456789abcdef").resolve("runs"));
        try (FileChannel lock = FileChannel.open(
                        live.resolve("running.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            for (Path old : List.of(dead, live, elsewhere, elsewhere.getParent(), unused, unused.getParent())) {
                Files.setLastModifiedTime(old, FileTime.fromMillis(0));
            }

            files.deleteAbandoned();

            assertThat(held.isValid()).isTrue();
        }
        assertThat(dead).doesNotExist();
        assertThat(unused.getParent()).doesNotExist();
        assertThat(live).exists();
        assertThat(elsewhere).exists();
        assertThat(linked).doesNotExist();
        assertThat(jar).as("a jar that another JVM is about to rename").exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:b", "?", "\u00e4"})
    void aFolderThatJavaCannotUseIsReplacedByATemporaryFolder(String home, @TempDir Path folder) throws Exception {
        // Java reads the bytes of this file in the character set of the environment.
        Path options = Files.writeString(
                folder.resolve("options"), "-Duser.home=" + (home.equals("?") ? home : folder + "/" + home));
        ProcessBuilder tests = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "@" + options,
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        StartStub.class.getName())
                .redirectErrorStream(true);
        tests.environment().put("LC_ALL", "C");
        Process jvm = tests.start();

        assertThat(output(jvm)).contains("SERVED 200", "cannot be used", "gpu-cloud.stub.cache");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.filter(file -> file.getFileName().toString().startsWith("gpu-cloud-stub")))
                    .isEmpty();
        }
    }

    @Test
    void trainingCreatesTheClassArchiveOfLaterStarts(@TempDir Path cache) throws Exception {
        StubFiles files = StubFiles.installedIn(cache);

        Process training = new ProcessBuilder(ClassArchive.of(files).creationCommand()).start();

        assertThat(training.waitFor()).isZero();
        assertThat(ClassArchive.of(files).file()).exists();
        assertThat(JavaCommand.toServe(files, files.newRun(), List.of()))
                .anyMatch(option -> option.endsWith(".archive"));
        assertThat(output(jvm(cache))).isEqualTo("SERVED 200\n");

        // A JVM with a class archive that was cut ends with SIGBUS.
        cut(ClassArchive.of(files).file());
        assertThat(ClassArchive.of(files).isUsable()).isFalse();
        assertThat(output(jvm(cache))).isEqualTo("SERVED 200\n");
    }

    /** Bean Validation takes a tenth of a first start, and no setting was given that it could validate. */
    @Test
    void aStartWithoutSettingsDoesNotLoadBeanValidation(@TempDir Path cache) {
        StubFiles files = StubFiles.installedIn(cache);
        Path log = cache.resolve("classes.log");
        List<String> options = List.of("-Xlog:class+load:file=" + log);
        StubProcess.start(files, files.newRun(), List.of(), options).stop().run();
        assertThat(log).content().contains("io.gpucloud.stub.").doesNotContain("org.hibernate.validator.internal");
    }

    @Test
    void aStartAfterTheCacheWasDeletedWritesItAgain(@TempDir Path cache) throws Exception {
        assertThat(output(jvm(cache, cache))).isEqualTo("SERVED 200\nSERVED 200\n");
    }

    /** A file in place of the folder, so that not even the administrator can write there. */
    @Test
    void aCacheThatCannotBeWrittenIsReplacedByATemporaryFolder(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(output(jvm(file))).contains("SERVED 200").containsOnlyOnce("cannot be used");
    }

    /** Only the administrator can give files away. The containers of a build run as this user. */
    @Test
    @EnabledIfSystemProperty(named = "user.name", matches = "root")
    void aCacheOfAnotherUserIsReplacedByATemporaryFolder(@TempDir Path cache) throws Exception {
        Path folder = StubFiles.installedIn(cache).folder();
        Files.setOwner(
                folder, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThat(output(jvm(cache)))
                .contains("SERVED 200", folder + " cannot be used (" + folder + " belongs to the user nobody)");
    }

    /** Another user could exchange the folder of the version between its check and the start. */
    @Test
    void aCacheInAFolderThatOthersCanWriteIsReplacedByATemporaryFolder(@TempDir Path folder) throws Exception {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path cache = Files.createDirectory(shared.resolve("cache"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(output(jvm(cache)))
                .contains("SERVED 200", "cannot be used (other users can write " + shared.toRealPath() + ")");
    }

    @Test
    @EnabledIfSystemProperty(named = "user.name", matches = "root")
    void aCacheInAFolderOfAnotherUserIsReplacedByATemporaryFolder(@TempDir Path folder) throws Exception {
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Path cache = Files.createDirectory(foreign.resolve("cache"));
        Files.setOwner(
                foreign, foreign.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThat(output(jvm(cache))).contains("SERVED 200", foreign.toRealPath() + " belongs to the user nobody");
    }

    /** Its environment has a setting for the program under test, which must not reach the stub. */
    private static Process jvm(Path cache, Path... deleted) throws IOException {
        ProcessBuilder tests = TestJvm.of(StartStub.class, cache);
        tests.environment().put("SERVER_SERVLET_CONTEXT_PATH", "/of-the-program-under-test");
        Stream.of(deleted).map(Path::toString).forEach(tests.command()::add);
        return tests.start();
    }
}
