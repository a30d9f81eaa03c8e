package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.testing.CapturedLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal on a volume of several hosts, such as containers. A process of another host may still run. */
class OtherHostsTest extends AccountTestBase {

    private static final JournalProcess ELSEWHERE = new JournalProcess("another-host/1", 1, "start", "service");

    @TempDir
    private Path journal;

    private Path file() {
        return journal.resolve("lease-00000000-0000-4000-8000-000000000000.jsonl");
    }

    /** An instance that a process of another host has leased. */
    private String leasedElsewhere() throws IOException {
        String instance = account.foreign("");
        LeaseRecord leased = EndedProcess.leased(instance, new LeaseTerms(null, null), time.now(), null)
                .heldBy("00000000-0000-4000-8000-000000000000");
        Files.writeString(file(), RecordLine.encode(ELSEWHERE) + RecordLine.encode(leased));
        return instance;
    }

    private RecoveryReport recover(boolean otherHosts) {
        LeaseOptions options = LeaseOptions.builder()
                .journal(journal)
                .owner("service")
                .recoverOnStart(false)
                .recoverOtherHosts(otherHosts)
                .build();
        try (Leases next = Leases.of(client, options)) {
            return next.recover(found -> RecoveryDecision.DESTROY);
        }
    }

    @Test
    void keepsItsInstancesByDefaultAndIsNamed() throws IOException {
        String instance = leasedElsewhere();

        try (CapturedLog log = new CapturedLog("io.gpucloud.client.lease")) {
            assertThat(recover(false).destroyed()).isEmpty();
            assertThat(log.messages(Level.WARN, journal.toString()))
                    .singleElement()
                    .asString()
                    .contains("another-host", "recoverOtherHosts");
        }
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void losesItsInstancesIfItsLockIsFreeAndTheOptionsAllowIt() throws IOException {
        String instance = leasedElsewhere();

        assertThat(recover(true).destroyed()).containsExactly(instance);
        assertThat(account.instances()).isEmpty();
        assertThat(file()).doesNotExist();
    }

    @Test
    void keepsItsInstancesAsLongAsItHoldsItsLock() throws IOException {
        String instance = leasedElsewhere();

        try (FileChannel channel = JournalFile.openLock(JournalFile.lockOf(file()));
                FileLock running = channel.lock()) {
            assertThat(running.isValid()).isTrue();
            assertThat(recover(true).destroyed()).isEmpty();
        }
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void isNamedInTheEntries() throws IOException {
        leasedElsewhere();

        assertThat(Journal.entries(journal)).extracting(JournalEntry::otherHost).containsExactly("another-host");
    }

    @Test
    void isFoundByAMonitorUnlessItHoldsItsLock() throws IOException {
        String instance = leasedElsewhere();
        account.foreign("");
        AccountMonitor monitor =
                AccountMonitor.builder(client).journals(journal).build();

        assertThat(monitor.check().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(AccountFinding.Kind.OTHER_HOST);
            assertThat(finding.instanceUuid()).isEqualTo(instance);
            assertThat(finding.message()).contains("another-host");
        });
        try (FileChannel channel = JournalFile.openLock(JournalFile.lockOf(file()));
                FileLock running = channel.lock()) {
            assertThat(running.isValid()).isTrue();
            assertThat(monitor.check().findings()).isEmpty();
        }
    }

    /** A container may have another name at each start. */
    @Test
    void hasTheNameThatItWasGiven() {
        assertThat(JournalProcess.host(" job-runner ")).isEqualTo("job-runner");
        assertThat(JournalProcess.host(null)).contains("/");
    }
}
