package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
class JournalTest {

    private static final Instant NOW = TestTime.START;
    private static final LeaseTerms JOB = new LeaseTerms("job-1", Duration.ofHours(1));

    @TempDir
    private Path directory;

    private Journal open(String... owned) {
        Journal journal = Journal.open(journal(), null, false);
        for (String instanceUuid : owned) {
            journal.record(leased(journal.holder(), instanceUuid));
        }
        return journal;
    }

    private static LeaseRecord leased(String holder, String instanceUuid) {
        return EndedProcess.leased(instanceUuid, JOB, NOW, null).heldBy(holder);
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(journal())) {
            return files.filter(file -> file.getFileName().toString().startsWith("lease-")
                            && file.toString().endsWith(suffix))
                    .toList();
        }
    }

    private Path file() throws IOException {
        assertThat(files(".jsonl")).hasSize(1);
        return files(".jsonl").get(0);
    }

    private JournalContent content() throws IOException {
        return JournalContent.of(file());
    }

    private static List<String> owned(JournalContent content) {
        return content.records().stream().map(LeaseRecord::name).toList();
    }

    /** Whether another process may take over what a holder has left. */
    private boolean mayBeTakenOver(String holder) {
        Journal next = Journal.open(journal(), null, false);
        try {
            next.read();
            return !next.mayLive(holder);
        } finally {
            next.close();
        }
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    @Test
    void ignoresALastLineThatIsNotWhole() throws IOException {
        open("mine");
        String torn = RecordLine.encode(leased("one", "other"));
        append(torn.substring(0, torn.length() - 10));

        assertThat(owned(content())).containsExactly("mine");
        assertThat(content().damagedLines()).isEmpty();
    }

    @Test
    void writesBehindALastLineThatIsNotWhole() throws IOException {
        Journal journal = open("mine");
        append("{\"id\":{\"nonce\"");
        journal.record(leased(journal.holder(), "other"));

        assertThat(owned(content())).containsExactly("mine", "other");
        assertThat(content().damagedLines()).isEmpty();
    }

    @Test
    void readsOnlyWhatWasWrittenSince() throws IOException {
        Journal journal = open("mine");
        JournalContent content = content();
        journal.record(leased(journal.holder(), "other"));
        content.readOn();

        assertThat(owned(content)).containsExactly("mine", "other");
    }

    /** The first of them comes before another line, the others are the last line. */
    static Stream<String> damagedLines() {
        String later = "{\"v\":3,\"type\":\"new\"";
        CRC32 crc = new CRC32();
        crc.update(later.getBytes(StandardCharsets.UTF_8));
        return Stream.of(
                "{\"v\":1,\"id\":{\n" + RecordLine.encode(leased("one", "other")),
                "{\"id\":\"1\",\"v\":2,\"crc\":\"00000000\"}\n",
                later + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()),
                "null\n");
    }

    @ParameterizedTest
    @MethodSource("damagedLines")
    void reportsADamagedLineAndReadsTheOthers(String damaged) throws IOException {
        Journal journal = open("mine");
        append(damaged);

        assertThat(content().damagedLines()).containsExactly(new DamagedLine(file(), 3));
        assertThat(owned(content())).startsWith("mine").hasSize(damaged.contains("other") ? 2 : 1);
        journal.close();
        assertThat(mayBeTakenOver(journal.holder())).isFalse();
    }

    @Test
    void isNotReadToTheEndIfItIsNoJournal() throws IOException {
        open("mine");
        append("\n".repeat(3000));

        assertThat(content().damagedLines()).hasSize(1000);
    }

    @Test
    void staysSmallAndForgetsNothingThatIsOwned() throws IOException {
        Journal journal = open("mine");
        String[] before = IntStream.range(0, 100)
                .mapToObj("instance-number-%032d"::formatted)
                .toArray(String[]::new);
        for (int i = 0; i < 500; i++) {
            journal.record(EndedProcess.creating("%08x".formatted(i % 2), JOB, NOW, before)
                    .heldBy(journal.holder()));
        }

        assertThat(Files.size(file())).isLessThan(80_000);
        assertThat(owned(content())).startsWith("mine").hasSize(3);
        assertThat(files(".tmp")).isEmpty();
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws IOException {
        Journal journal = open();
        Thread.currentThread().interrupt();
        journal.record(leased(journal.holder(), "one"));
        assertThat(journal.locked(() -> Thread.interrupted())).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        journal.record(leased(journal.holder(), "two"));

        assertThat(owned(content())).containsExactly("one", "two");
    }

    @Test
    void readsNoFileOfAnotherName() throws IOException {
        Journal journal = open("mine");
        Path other = Files.createFile(journal().resolve("results.jsonl"));
        Files.createDirectory(journal().resolve("lease-" + UUID.randomUUID() + ".jsonl"));

        assertThat(journal.read()).isEmpty();
        assertThat(other).exists();
    }

    @Test
    void reportsAFileThatIsTooLargeAndReadsTheOthers() throws IOException {
        open("mine");
        Path large = journal().resolve("lease-" + UUID.randomUUID() + ".jsonl");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(3L * 1024 * 1024 * 1024);
        }
        Files.setPosixFilePermissions(large, PosixFilePermissions.fromString("rw-------"));
        Journal next = open();

        assertThat(next.read()).extracting(LeaseRecord::name).containsExactly("mine");
        assertThat(next.damagedLines()).containsExactly(new DamagedLine(large.toRealPath(), 0));
        assertThat(large).exists();
    }

    @Test
    void isUnlockedAlsoIfItCannotBeDeleted() throws IOException {
        Journal journal = open();
        Path obstacle = Path.of(file().toString().replace(".jsonl", ".tmp"));
        Files.createFile(Files.createDirectory(obstacle).resolve("file"));
        journal.close();

        assertThat(mayBeTakenOver(journal.holder())).isTrue();
    }

    @Test
    void staysLockedIfSystemPropertiesAreReplaced() {
        Journal journal = open("mine");
        Properties before = System.getProperties();
        System.setProperties(new Properties());
        try {
            assertThat(mayBeTakenOver(journal.holder())).isFalse();
        } finally {
            System.setProperties(before);
        }
        assertThat(mayBeTakenOver(journal.holder())).isFalse();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void canBeReadOnlyByItsOwner() throws IOException {
        Journal journal = open("mine");

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
        Journal journal = open("mine");
        assertThat(mayBeTakenOver(journal.holder())).isFalse();

        // Reading the file must not release its lock.
        assertThat(owned(content())).containsExactly("mine");
        assertThat(mayBeTakenOver(journal.holder())).isFalse();

        journal.close();
        assertThat(mayBeTakenOver(journal.holder())).isTrue();
    }

    @Test
    void handsOverWhatRunsByItsName() throws IOException {
        Journal journal = open();
        LeaseRecord boots = leased(journal.holder(), "boots");
        journal.record(boots);
        LeaseRecord ends = leased(journal.holder(), "ends").to(LeaseState.ENDING);
        journal.record(ends);
        journal.handOver();
        journal.record(boots.to(LeaseState.RUNNING).changed());

        Journal next = open();
        assertThat(next.read())
                .containsExactlyInAnyOrder(
                        boots.to(LeaseState.RUNNING).changed().heldBy(null), ends);
        assertThat(next.mayLive(journal.holder())).isTrue();
        journal.close();
        assertThat(next.mayLive(journal.holder())).isFalse();
    }

    @Test
    void deletesAFileThatWasTakenOverAndKeepsWhatIsOver() throws IOException {
        Journal ended = open();
        LeaseRecord mine = leased(ended.holder(), "mine");
        LeaseRecord over = LedgerScenario.record(LeaseState.ENDED).heldBy(ended.holder());
        ended.record(mine);
        ended.record(over);
        ended.close();
        Journal next = open();
        next.read();

        next.deleteTakenOver(record -> true);
        assertThat(files(".jsonl")).as("nobody has taken it over").hasSize(2);
        next.record(mine.heldBy(next.holder()).changed());
        next.deleteTakenOver(record -> !record.isSame(mine));
        assertThat(files(".jsonl")).hasSize(1);
        assertThat(open().read())
                .containsExactlyInAnyOrder(mine.heldBy(next.holder()).changed(), over);
    }

    @Test
    void showsWhatProcessesHaveWritten() throws IOException {
        assertThat(Journal.entries(journal())).isEmpty();
        Journal running = open();
        running.record(EndedProcess.creating("01234567", JOB, NOW).heldBy(running.holder()));
        running.record(EndedProcess.leased("kept", JOB, NOW, NOW).to(LeaseState.KEPT));
        JournalProcess ended = new JournalProcess(JournalProcess.CURRENT.host(), 1, "ended earlier", null);
        Files.writeString(
                journal().resolve("lease-" + UUID.randomUUID() + ".jsonl"),
                RecordLine.encode(ended) + RecordLine.encode(leased("ended", "left")));

        assertThat(Journal.entries(journal()))
                .containsExactlyInAnyOrder(
                        new JournalEntry(
                                LeaseState.CREATING, false, "job-1", null, null, JournalEntry.ProcessState.RUNS, null),
                        new JournalEntry(
                                LeaseState.KEPT, false, "job-1", "kept", NOW, JournalEntry.ProcessState.RUNS, null),
                        new JournalEntry(
                                LeaseState.BOOTING,
                                false,
                                "job-1",
                                "left",
                                null,
                                JournalEntry.ProcessState.ENDED,
                                null));
    }

    /** On a disk without locks, or one whose locks only the same host sees. */
    static Stream<Arguments> writers() {
        JournalProcess self = JournalProcess.CURRENT;
        JournalProcess init = JournalProcess.of(1);
        String other = "another-host";
        return Stream.of(
                Arguments.of(new JournalProcess(self.host(), 1, "ended earlier", null), false, true),
                Arguments.of(new JournalProcess(self.host(), 1, "earlier boot" + init.start(), null), false, true),
                Arguments.of(init, false, false),
                Arguments.of(new JournalProcess(other, 1, "ended earlier", null), false, false),
                Arguments.of(new JournalProcess(other, 1, init.start(), null), true, true));
    }

    @ParameterizedTest
    @MethodSource("writers")
    @EnabledOnOs(OS.LINUX)
    void isTakenOverWithoutALockOnlyIfItsProcessHasEnded(JournalProcess writer, boolean otherHosts, boolean expected)
            throws IOException {
        Journal next = Journal.open(journal(), null, otherHosts);
        String holder = UUID.randomUUID().toString();
        Path file = journal().resolve("lease-" + holder + ".jsonl");
        Files.writeString(file, RecordLine.encode(writer) + RecordLine.encode(leased(holder, "uuid")));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThat(next.read()).extracting(LeaseRecord::name).containsExactly("uuid");
        assertThat(next.mayLive(holder)).isEqualTo(!expected);
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

        assertThatThrownBy(() -> Journal.open(noDirectory, null, false))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("cannot be created");
    }
}
