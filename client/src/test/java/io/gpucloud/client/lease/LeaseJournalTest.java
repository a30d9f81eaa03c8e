package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Destroyed;
import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.NotCreated;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.lease.JournalRecord.Unknown;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of the journal. Tests against the stub cover recoveries. */
class LeaseJournalTest {

    private static final Instant NOW = TestTime.START;
    private static final InstanceRequest POD = new InstanceRequest("pod", "v1", null, "gpu", 2);
    private static final InstanceRequest IMAGE = new InstanceRequest(null, null, "image", "gpu", 1);

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
        return content.state().owned().stream().map(Owned::instanceUuid).toList();
    }

    private void append(String text) throws IOException {
        Files.writeString(file(), text, StandardOpenOption.APPEND);
    }

    static Stream<JournalRecord> records() {
        return Stream.of(
                new Creating(NOW, "1", POD, Set.of("a", "b"), "owner: \"title\"\n\u2028", LeaseTerms.NONE),
                new Creating(NOW, "2", IMAGE, Set.of(), null, new LeaseTerms("job-1", Duration.ofHours(1))),
                Owned.untimed(NOW, "uuid", "1", LeaseTerms.NONE),
                Owned.untimed(NOW, "uuid", null, LeaseTerms.NONE),
                new Owned(NOW, "uuid", null, new LeaseTerms("job-1", Duration.ofHours(1)), NOW, true),
                new NotCreated(NOW, "1"),
                new Unknown(NOW, "1"),
                new Destroyed(NOW, "uuid"),
                new Kept(NOW, "uuid"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsWhatItWrites(JournalRecord record) {
        String line = JournalLineCodec.encode(record);

        assertThat(line).endsWith("\n").containsOnlyOnce("\n");
        assertThat(JournalLineCodec.isIntact(line.strip())).isTrue();
        assertThat(JournalLineCodec.decode(line.strip())).isEqualTo(record);
    }

    @Test
    void writesTheDocumentedFormat() {
        assertThat(JournalLineCodec.encode(Owned.untimed(NOW, "uuid", "1", LeaseTerms.NONE)))
                .isEqualTo(
                        "{\"v\":1,\"type\":\"owned\",\"at\":1767225600000,\"instance_uuid\":\"uuid\",\"attempt\":\"1\","
                                + "\"crc\":\"8b283b33\"}\n");
    }

    @Test
    void recordsAnAttemptUntilItsInstanceIsKnown() throws IOException {
        LeaseJournal journal = open();
        LeaseJournal.RecordedCreation attempt = journal.creating(POD, Set.of("other"), "owner: lease", LeaseTerms.NONE);
        assertThat(content().state().attempts())
                .containsExactly(new Creating(NOW, "1", POD, Set.of("other"), "owner: lease", LeaseTerms.NONE));

        attempt.created("mine");

        assertThat(content().state().attempts()).isEmpty();
        assertThat(owned(content())).containsExactly("mine");
    }

    @Test
    void isDeletedWithItsLockOnceNothingIsOwned() throws IOException {
        LeaseJournal journal = open();
        journal.creating(POD, Set.of(), "t", LeaseTerms.NONE).created("mine");
        journal.creating(POD, Set.of(), "t", LeaseTerms.NONE).notCreated();
        journal.destroyed("mine");
        journal.close();

        assertThat(directory.resolve("journal")).isEmptyDirectory();
    }

    @Test
    void remembersWhatWasKept() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        journal.kept("mine");
        journal.close();

        assertThat(content().state().kept()).containsExactly(new Kept(NOW, "mine"));
        assertThat(owned(content())).isEmpty();
    }

    @Test
    void ignoresALastLineThatIsNotWhole() throws IOException {
        open().adopted("mine", LeaseTerms.NONE);
        String torn = JournalLineCodec.encode(new Destroyed(NOW, "mine"));
        append(torn.substring(0, torn.length() - 10));

        assertThat(owned(content())).containsExactly("mine");
        assertThat(content().damagedLines()).isEmpty();
    }

    @Test
    void reportsADamagedLineBeforeTheLast() throws IOException {
        open().adopted("mine", LeaseTerms.NONE);
        append("{\"v\":1,\"type\":\"owned\n");
        append(JournalLineCodec.encode(Owned.untimed(NOW, "other", null, LeaseTerms.NONE)));

        assertThat(content().damagedLines()).containsExactly(2);
        assertThat(owned(content())).containsExactly("mine", "other");
    }

    @Test
    void reportsALineOfALaterVersionEvenIfItIsTheLast() throws IOException {
        open();
        String later = "{\"v\":2,\"type\":\"new\"";
        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
        crc.update(later.getBytes(StandardCharsets.UTF_8));
        append(later + ",\"crc\":\"%08x\"}\n".formatted(crc.getValue()));

        assertThat(content().damagedLines()).containsExactly(1);
    }

    @Test
    void anInterruptedThreadWritesAllTheSame() throws IOException {
        LeaseJournal journal = open();
        Thread.currentThread().interrupt();
        journal.adopted("one", LeaseTerms.NONE);
        assertThat(Thread.interrupted()).isTrue();
        journal.adopted("two", LeaseTerms.NONE);

        assertThat(owned(content())).containsExactly("one", "two");
    }

    @Test
    void staysSmall() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        Set<String> before = Set.copyOf(IntStream.range(0, 100)
                .mapToObj("instance-number-%032d"::formatted)
                .toList());
        for (int i = 0; i < 500; i++) {
            journal.creating(POD, before, "t", LeaseTerms.NONE).notCreated();
        }

        assertThat(Files.size(file())).isLessThan(80_000);
        assertThat(owned(content())).containsExactly("mine");
        assertThat(files(".tmp")).isEmpty();
    }

    @Test
    void forgetsNothingThatIsOwnedHoweverLongAgo() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        var unused = time.after(Duration.ofDays(400));
        for (int i = 0; i < 1000; i++) {
            journal.creating(POD, Set.of("instance-number-%0100d".formatted(i)), "t", LeaseTerms.NONE)
                    .notCreated();
        }
        journal.close();

        assertThat(owned(content())).containsExactly("mine");
    }

    @Test
    void reportsADamagedLastLineThatIsWhole() throws IOException {
        open().adopted("mine", LeaseTerms.NONE);
        append("{\"v\":1,\"type\":\"destroyed\",\"crc\":\"00000000\"}\n");

        assertThat(content().damagedLines()).containsExactly(2);
    }

    @Test
    void touchesNoFileOfAnotherName() throws IOException {
        open().adopted("mine", LeaseTerms.NONE);
        Path other = Files.createFile(directory.resolve("journal").resolve("results.jsonl"));
        Files.createDirectory(directory.resolve("journal").resolve("lease-" + UUID.randomUUID() + ".jsonl"));
        JournalDirectory journals = new JournalDirectory(directory.resolve("journal"));

        try (EndedJournals ended = journals.takeOverEnded()) {
            ended.save();
            assertThat(ended.paths()).isEmpty();
        }
        assertThat(other).exists();
    }

    @Test
    void reportsAFileThatIsTooLargeAndReadsTheOthers() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        journal.close();
        Path large = directory.resolve("journal").resolve("lease-" + UUID.randomUUID() + ".jsonl");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(3L * 1024 * 1024 * 1024);
        }

        try (EndedJournals ended = new JournalDirectory(directory.resolve("journal")).takeOverEnded()) {
            assertThat(ended.damagedLines())
                    .extracting(RecoveryReport.DamagedLine::line)
                    .containsExactly(0);
            assertThat(ended.intact()).hasSize(1);
        }
    }

    @Test
    void staysLockedIfSystemPropertiesAreReplaced() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        Properties before = System.getProperties();
        System.setProperties(new Properties());
        try {
            assertThat(new JournalDirectory(directory.resolve("journal"))
                            .takeOverEnded()
                            .paths())
                    .isEmpty();
        } finally {
            System.setProperties(before);
        }
        assertThat(new JournalDirectory(directory.resolve("journal"))
                        .takeOverEnded()
                        .paths())
                .isEmpty();
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void canBeReadOnlyByItsOwner() throws IOException {
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
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
        JournalDirectory journals = new JournalDirectory(directory.resolve("journal"));
        LeaseJournal journal = open();
        journal.adopted("mine", LeaseTerms.NONE);
        assertThat(journals.takeOverEnded().paths()).isEmpty();
        // Reading the file must not release its lock.
        assertThat(journals.readAllBut(List.of())).hasSize(1);
        assertThat(journals.takeOverEnded().paths()).isEmpty();

        journal.close();

        try (EndedJournals ended = journals.takeOverEnded()) {
            assertThat(ended.paths()).hasSize(1);
            assertThat(journals.takeOverEnded().paths())
                    .as("by a second recovery")
                    .isEmpty();
        }
        assertThat(journals.takeOverEnded().paths()).hasSize(1);
    }

    @Test
    void sendsNothingIfItCannotBeWritten() throws IOException {
        Path noDirectory = Files.createFile(directory.resolve("file"));

        assertThatThrownBy(() -> LeaseJournal.open(time, noDirectory))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("cannot be created");
    }
}
