package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of the journal. Tests against the stub cover recoveries. */
class LeaseJournalTest {

    private static final Instant NOW = TestTime.START;
    private static final InstanceRequest POD = new InstanceRequest("pod", "v1", null, "gpu", 2);
    private static final InstanceRequest IMAGE = new InstanceRequest(null, null, "image", "gpu", 1);

    private static final LeaseTerms NO_TERMS = new LeaseTerms(null, null);
    private static final LeaseTerms JOB = new LeaseTerms("job-1", Duration.ofHours(1));

    @TempDir
    private Path directory;

    private LeaseJournal open(String... owned) {
        LeaseJournal journal = LeaseJournal.open(journal(), unobserved -> {});
        for (String instanceUuid : owned) {
            journal.record(leased(instanceUuid));
        }
        return journal;
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(journal())) {
            return files.filter(file -> file.toString().endsWith(suffix)).toList();
        }
    }

    private Path file() throws IOException {
        assertThat(files(".jsonl")).hasSize(1);
        return files(".jsonl").get(0);
    }

    private JournalContent content() throws IOException {
        return JournalContent.read(file());
    }

    private static List<String> owned(JournalContent content) {
        return content.owned().stream().map(Leased::instanceUuid).toList();
    }

    private static Leased leased(String instanceUuid) {
        return new Leased(instanceUuid, NOW, State.OWNED, instanceUuid, NO_TERMS, null);
    }

    private List<JournalFile> takeOver() {
        return JournalFile.takeOverEnded(journal(), false, Set.of(), unobserved -> {});
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    static Stream<JournalRecord> records() {
        return Stream.of(
                new JournalProcess("host", 17, "start"),
                new JournalProcess("host", 17, null),
                new Creating("owner: \"title\"\n\u2028", NOW, false, POD, Set.of("a", "b"), NO_TERMS),
                new Creating("2", NOW, true, IMAGE, Set.of(), JOB),
                leased("uuid"),
                new Leased("1", NOW, State.HANDED_OVER, "uuid", JOB, NOW),
                new Over("1"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsWhatItWrites(JournalRecord record) {
        String line = JournalContent.encode(record);

        assertThat(line).endsWith("\n").containsOnlyOnce("\n");
        assertThat(JournalContent.decode(line.strip())).contains(record);
    }

    @Test
    void writesTheDocumentedFormat() {
        assertThat(JournalContent.encode(leased("uuid")))
                .isEqualTo("{\"type\":\"leased\",\"id\":\"uuid\",\"at\":\"2026-01-01T00:00:00Z\",\"state\":\"OWNED\","
                        + "\"instanceUuid\":\"uuid\",\"terms\":{},\"v\":1,\"crc\":\"a5c997b7\"}\n");
    }

    @Test
    void ignoresALastLineThatIsNotWhole() throws IOException {
        open("mine");
        String torn = JournalContent.encode(new Over("mine"));
        append(torn.substring(0, torn.length() - 10));

        assertThat(owned(content())).containsExactly("mine");
        assertThat(content().damagedLines()).isEmpty();
    }

    @Test
    void writesBehindALastLineThatIsNotWhole() throws IOException {
        LeaseJournal journal = open("mine", "other");
        append("{\"type\":\"over\"");
        journal.close();

        for (JournalFile ended : takeOver()) {
            ended.record(new Over("mine"));
            ended.close();
        }

        assertThat(owned(content())).containsExactly("other");
        assertThat(content().damagedLines()).isEmpty();
    }

    /** The first of them comes before another line, the others are the last line. */
    static Stream<String> damagedLines() {
        String later = "{\"v\":2,\"type\":\"new\"";
        CRC32 crc = new CRC32();
        crc.update(later.getBytes(StandardCharsets.UTF_8));
        return Stream.of(
                "{\"v\":1,\"type\":\"owned\n" + JournalContent.encode(leased("other")),
                "{\"type\":\"over\",\"id\":\"1\",\"v\":1,\"crc\":\"00000000\"}\n",
                later + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()),
                "null\n");
    }

    @ParameterizedTest
    @MethodSource("damagedLines")
    void reportsADamagedLineAndReadsTheOthers(String damaged) throws IOException {
        open("mine");
        append(damaged);

        assertThat(content().damagedLines()).containsExactly(new DamagedLine(file(), 3));
        assertThat(owned(content())).startsWith("mine").hasSize(damaged.contains("other") ? 2 : 1);
    }

    @Test
    void isNotReadToTheEndIfItIsNoJournal() throws IOException {
        open("mine");
        append("\n".repeat(3000));

        assertThat(content().damagedLines()).hasSize(1000);
    }

    @Test
    void staysSmallAndForgetsNothingThatIsOwned() throws IOException {
        LeaseJournal journal = open("mine");
        Instant muchLater = NOW.plus(Duration.ofDays(400));
        Set<String> before = Set.copyOf(IntStream.range(0, 100)
                .mapToObj("instance-number-%032d"::formatted)
                .toList());
        for (int i = 0; i < 500; i++) {
            journal.record(new Creating("t", muchLater, false, POD, before, NO_TERMS));
            journal.record(new Over("t"));
        }

        assertThat(Files.size(file())).isLessThan(80_000);
        assertThat(owned(content())).containsExactly("mine");
        assertThat(files(".tmp")).isEmpty();
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws IOException {
        LeaseJournal journal = open();
        Thread.currentThread().interrupt();
        journal.record(leased("one"));
        assertThat(Thread.interrupted()).isTrue();
        journal.record(leased("two"));

        assertThat(owned(content())).containsExactly("one", "two");
    }

    @Test
    void touchesNoFileOfAnotherName() throws IOException {
        open("mine");
        Path other = Files.createFile(journal().resolve("results.jsonl"));
        Files.createDirectory(journal().resolve("lease-" + UUID.randomUUID() + ".jsonl"));

        assertThat(takeOver()).isEmpty();
        assertThat(other).exists();
    }

    @Test
    void reportsAFileThatIsTooLargeAndReadsTheOthers() throws IOException {
        LeaseJournal journal = open("mine");
        journal.close();
        Path large = journal().resolve("lease-" + UUID.randomUUID() + ".jsonl");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(3L * 1024 * 1024 * 1024);
        }

        List<JournalFile> ended = takeOver();

        assertThat(ended)
                .flatExtracting(file -> file.content().damagedLines())
                .containsExactly(new DamagedLine(large.toRealPath(), 0));
        ended.forEach(JournalFile::close);
        assertThat(large).exists();
    }

    @Test
    void isUnlockedAlsoIfItCannotBeDeleted() throws IOException {
        LeaseJournal journal = open();
        Path obstacle = Path.of(file().toString().replace(".jsonl", ".tmp"));
        Files.createFile(Files.createDirectory(obstacle).resolve("file"));

        journal.close();

        List<JournalFile> ended = takeOver();
        assertThat(ended).hasSize(1);
        ended.forEach(JournalFile::close);
    }

    @Test
    void staysLockedIfSystemPropertiesAreReplaced() throws IOException {
        open("mine");
        Properties before = System.getProperties();
        System.setProperties(new Properties());
        try {
            assertThat(takeOver()).isEmpty();
        } finally {
            System.setProperties(before);
        }
        assertThat(takeOver()).isEmpty();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void canBeReadOnlyByItsOwner() throws IOException {
        LeaseJournal journal = open("mine");
        assertThat(permissions(file())).isEqualTo("rw-------");
        assertThat(permissions(files(".lock").get(0))).isEqualTo("rw-------");
        assertThat(permissions(journal())).isEqualTo("rwx------");

        journal.close();

        assertThat(permissions(file())).isEqualTo("rw-------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void isTakenOverOnlyAfterItIsClosed() throws IOException {
        LeaseJournal journal = open("mine");
        assertThat(takeOver()).isEmpty();
        // Reading the file must not release its lock.
        assertThat(owned(content())).containsExactly("mine");
        assertThat(takeOver()).isEmpty();

        journal.close();

        List<JournalFile> ended = takeOver();
        assertThat(ended).hasSize(1);
        assertThat(takeOver()).as("by a second recovery").isEmpty();
        ended.forEach(JournalFile::close);
        assertThat(takeOver()).hasSize(1);
    }

    @Test
    void showsWhatProcessesHaveWritten() throws IOException {
        assertThat(JournalEntry.all(journal())).isEmpty();
        LeaseJournal running = open();
        running.record(new Creating("1", NOW, false, POD, Set.of(), JOB));
        running.record(new Leased("2", NOW, State.KEPT, "kept", JOB, NOW));
        JournalProcess ended = new JournalProcess(JournalProcess.CURRENT.host(), 1, "ended earlier");
        Files.writeString(
                journal().resolve("lease-" + UUID.randomUUID() + ".jsonl"),
                JournalContent.encode(ended) + JournalContent.encode(leased("left")));

        assertThat(JournalEntry.all(journal()))
                .containsExactlyInAnyOrder(
                        new JournalEntry(JournalEntry.State.CREATING, "job-1", null, null, true),
                        new JournalEntry(JournalEntry.State.KEPT, "job-1", "kept", NOW, true),
                        new JournalEntry(JournalEntry.State.LEASED, null, "left", null, false));
    }

    /** On a disk without locks, or one whose locks only the same host sees. */
    static Stream<Arguments> writers() {
        JournalProcess self = JournalProcess.CURRENT;
        JournalProcess init = JournalProcess.of(1);
        String other = "another-host";
        return Stream.of(
                Arguments.of(new JournalProcess(self.host(), 1, "ended earlier"), false, true),
                Arguments.of(new JournalProcess(self.host(), 1, "earlier boot" + init.start()), false, true),
                Arguments.of(init, false, false),
                Arguments.of(new JournalProcess(other, 1, "ended earlier"), false, false),
                Arguments.of(new JournalProcess(other, 1, init.start()), true, true));
    }

    @ParameterizedTest
    @MethodSource("writers")
    @EnabledOnOs(OS.LINUX)
    void isTakenOverWithoutALockOnlyIfItsProcessHasEnded(JournalProcess writer, boolean otherHosts, boolean expected)
            throws IOException {
        Path file =
                Files.createDirectory(directory.resolve("journal")).resolve("lease-" + UUID.randomUUID() + ".jsonl");
        Files.writeString(file, JournalContent.encode(writer) + JournalContent.encode(leased("uuid")));

        List<JournalFile> ended = JournalFile.takeOverEnded(journal(), otherHosts, Set.of(), unobserved -> {});

        assertThat(!ended.isEmpty()).isEqualTo(expected);
        ended.forEach(JournalFile::close);
        assertThat(owned(content())).containsExactly("uuid");
    }

    /** The first process of a container does not reap its orphans, so they stay in the process table. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void countsAKilledProcessAsEndedAlsoIfItsParentDoesNotReapIt() throws IOException {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600").start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            JournalProcess process = JournalProcess.of(pid);
            assertThat(process.certainlyRuns()).isTrue();

            ProcessHandle.of(pid).orElseThrow().destroyForcibly();

            while (!Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ")) {
                Thread.onSpinWait();
            }
            assertThat(process.certainlyRuns()).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void sendsNothingIfItCannotBeWritten() throws IOException {
        Path noDirectory = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> LeaseJournal.open(noDirectory, unobserved -> {}))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("cannot be created");
    }
}
