package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
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

    private final TestTime time = new TestTime();

    private LeaseJournal open() {
        return LeaseJournal.open(time, directory.resolve("journal"));
    }

    private List<Path> files(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("journal"))) {
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

    private static Leased leased(String id, String instanceUuid) {
        return new Leased(id, NOW, State.OWNED, instanceUuid, NO_TERMS, null);
    }

    private JournalDirectory journals() {
        return new JournalDirectory(directory.resolve("journal"));
    }

    private List<JournalFile> takeOver() {
        return journals().takeOverEnded(false);
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    static Stream<JournalRecord> records() {
        return Stream.of(
                new JournalProcess("host", "boot", 17, "start"),
                new JournalProcess("host", null, 17, null),
                new Creating("1", NOW, false, POD, Set.of("a", "b"), "owner: \"title\"\n\u2028", NO_TERMS),
                new Creating("2", NOW, true, IMAGE, Set.of(), null, JOB),
                leased("1", "uuid"),
                new Leased("1", NOW, State.HANDED_OVER, "uuid", JOB, NOW),
                new Over("1"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsWhatItWrites(JournalRecord record) {
        String line = JournalLineCodec.encode(record);

        assertThat(line).endsWith("\n").containsOnlyOnce("\n");
        assertThat(JournalLineCodec.decode(line.strip())).contains(record);
    }

    @Test
    void writesTheDocumentedFormat() {
        assertThat(JournalLineCodec.encode(leased("1", "uuid")))
                .isEqualTo("{\"type\":\"leased\",\"id\":\"1\",\"at\":\"2026-01-01T00:00:00Z\",\"state\":\"OWNED\","
                        + "\"instanceUuid\":\"uuid\",\"terms\":{},\"v\":1,\"crc\":\"067701c7\"}\n");
    }

    @Test
    void remembersWhatWasKept() throws IOException {
        LeaseJournal journal = open();
        journal.require(journal.adopted("mine", NO_TERMS).changed(NOW, State.KEPT, null), "was not kept");
        journal.close();

        assertThat(content().leased("mine")).contains(new Leased("1", NOW, State.KEPT, "mine", NO_TERMS, null));
        assertThat(owned(content())).isEmpty();
    }

    @Test
    void ignoresALastLineThatIsNotWhole() throws IOException {
        open().adopted("mine", NO_TERMS);
        String torn = JournalLineCodec.encode(new Over("1"));
        append(torn.substring(0, torn.length() - 10));

        assertThat(owned(content())).containsExactly("mine");
        assertThat(content().damagedLines()).isEmpty();
    }

    @Test
    void writesBehindALastLineThatIsNotWhole() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
        journal.adopted("other", NO_TERMS);
        append("{\"type\":\"over\"");
        journal.close();

        for (JournalFile ended : takeOver()) {
            ended.append(new Over("1"));
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
                "{\"v\":1,\"type\":\"owned\n" + JournalLineCodec.encode(leased("2", "other")),
                "{\"type\":\"over\",\"id\":\"1\",\"v\":1,\"crc\":\"00000000\"}\n",
                later + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()));
    }

    @ParameterizedTest
    @MethodSource("damagedLines")
    void reportsADamagedLineAndReadsTheOthers(String damaged) throws IOException {
        open().adopted("mine", NO_TERMS);
        append(damaged);

        assertThat(content().damagedLines()).containsExactly(3);
        assertThat(owned(content())).startsWith("mine").hasSize(damaged.contains("other") ? 2 : 1);
    }

    @Test
    void staysSmallAndForgetsNothingThatIsOwned() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
        var unused = time.after(Duration.ofDays(400));
        Set<String> before = Set.copyOf(IntStream.range(0, 100)
                .mapToObj("instance-number-%032d"::formatted)
                .toList());
        for (int i = 0; i < 500; i++) {
            journal.record(journal.creating(POD, before, "t", NO_TERMS).withoutInstance());
        }

        assertThat(Files.size(file())).isLessThan(80_000);
        assertThat(owned(content())).containsExactly("mine");
        assertThat(files(".tmp")).isEmpty();
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws IOException {
        LeaseJournal journal = open();
        Thread.currentThread().interrupt();
        journal.adopted("one", NO_TERMS);
        assertThat(Thread.interrupted()).isTrue();
        journal.adopted("two", NO_TERMS);

        assertThat(owned(content())).containsExactly("one", "two");
    }

    @Test
    void touchesNoFileOfAnotherName() throws IOException {
        open().adopted("mine", NO_TERMS);
        Path other = Files.createFile(directory.resolve("journal").resolve("results.jsonl"));
        Files.createDirectory(directory.resolve("journal").resolve("lease-" + UUID.randomUUID() + ".jsonl"));

        assertThat(takeOver()).isEmpty();
        assertThat(other).exists();
    }

    @Test
    void reportsAFileThatIsTooLargeAndReadsTheOthers() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
        journal.close();
        Path large = directory.resolve("journal").resolve("lease-" + UUID.randomUUID() + ".jsonl");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(3L * 1024 * 1024 * 1024);
        }

        List<JournalFile> ended = takeOver();

        assertThat(ended)
                .extracting(file -> file.content().damagedLines())
                .containsExactlyInAnyOrder(List.of(), List.of(0));
        ended.forEach(JournalFile::close);
        assertThat(large).exists();
    }

    @Test
    void staysLockedIfSystemPropertiesAreReplaced() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
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
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
        assertThat(permissions(file())).isEqualTo("rw-------");
        assertThat(permissions(files(".lock").get(0))).isEqualTo("rw-------");
        assertThat(permissions(directory.resolve("journal"))).isEqualTo("rwx------");

        journal.close();

        assertThat(permissions(file())).isEqualTo("rw-------");
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void isTakenOverOnlyAfterItIsClosed() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", NO_TERMS);
        assertThat(takeOver()).isEmpty();
        // Reading the file must not release its lock.
        assertThat(journals().readAllBut(List.of())).hasSize(1);
        assertThat(takeOver()).isEmpty();

        journal.close();

        List<JournalFile> ended = takeOver();
        assertThat(ended).hasSize(1);
        assertThat(takeOver()).as("by a second recovery").isEmpty();
        ended.forEach(JournalFile::close);
        assertThat(takeOver()).hasSize(1);
    }

    /** On a disk without locks, or one whose locks only the same host sees. */
    static Stream<Arguments> writers() {
        JournalProcess self = JournalProcess.CURRENT;
        JournalProcess init = JournalProcess.of(1);
        String other = "another-host";
        return Stream.of(
                Arguments.of(new JournalProcess(self.host(), self.boot(), 1, "ended earlier"), false, true),
                Arguments.of(new JournalProcess(self.host(), "earlier boot", 1, init.start()), false, true),
                Arguments.of(init, false, false),
                Arguments.of(new JournalProcess(other, self.boot(), 1, "ended earlier"), false, false),
                Arguments.of(new JournalProcess(other, "its boot", 1, init.start()), true, true));
    }

    @ParameterizedTest
    @MethodSource("writers")
    @EnabledOnOs(OS.LINUX)
    void isTakenOverWithoutALockOnlyIfItsProcessHasEnded(JournalProcess writer, boolean otherHosts, boolean expected)
            throws IOException {
        Path file =
                Files.createDirectory(directory.resolve("journal")).resolve("lease-" + UUID.randomUUID() + ".jsonl");
        Files.writeString(file, JournalLineCodec.encode(writer) + JournalLineCodec.encode(leased("1", "uuid")));

        List<JournalFile> ended = journals().takeOverEnded(otherHosts);

        assertThat(!ended.isEmpty()).isEqualTo(expected);
        ended.forEach(JournalFile::close);
        assertThat(owned(content())).containsExactly("uuid");
    }

    @Test
    void sendsNothingIfItCannotBeWritten() throws IOException {
        Path noDirectory = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> LeaseJournal.open(time, noDirectory))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("cannot be created");
    }
}
