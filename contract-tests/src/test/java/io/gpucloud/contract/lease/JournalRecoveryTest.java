package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.DEAR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static io.gpucloud.contract.lease.TestAccount.POD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RecoveryReport;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recovery from the journal of a process that ended. The tests copy the files of a running process, without its locks.
 */
class JournalRecoveryTest extends LeaseTestBase {

    /** The owner of a folder is not copied, so the options have one. */
    private static final LeaseOptions OPTIONS = LeaseOptions.builder()
            .withoutJournal()
            .owner("nightly")
            .recoverOnStart(false)
            .build();

    @TempDir
    private Path directory;

    private Path running;
    private Path ended;

    @BeforeEach
    void prepare() throws IOException {
        running = Files.createDirectory(directory.resolve("running"));
        ended = Files.createDirectory(directory.resolve("ended"));
    }

    private Leases process(Path journal) {
        return Leases.of(
                account.another().build(), OPTIONS.toBuilder().journal(journal).build());
    }

    /** A process that rents an instance, and ends leaving only its journal. */
    private String endAfterRenting() {
        String mine = process(running).rent(PLAN).instanceUuid();
        copyJournal();
        return mine;
    }

    /** A process that ends after its create request is sent, and before it has read the response. */
    private String endWhileCreating() {
        return endWhileCreating(OPTIONS);
    }

    private String endWhileCreating(LeaseOptions options) {
        try (Leases leases = processThatBeforeACreation(options, this::copyJournal)) {
            return leases.rent(PLAN).keep().instanceUuid();
        }
    }

    private Leases processThatBeforeACreation(LeaseOptions options, Runnable action) {
        GpuCloudClient client = account.another()
                .interceptor(request -> {
                    if (request.url().contains("create_by_pod")) {
                        action.run();
                    }
                })
                .build();
        return Leases.of(client, options.toBuilder().journal(running).build());
    }

    /** The same, but the service receives nothing. */
    private void endBeforeCreating() {
        account.faults().set(StubFault.code(1, "no").on("createInstanceByPod").times(1));
        assertThatThrownBy(this::endWhileCreating).isNotNull();
    }

    private void copyJournal() {
        try {
            for (Path file : files(running)) {
                Files.copy(file, ended.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("lease-.*\\.jsonl"))
                    .toList();
        }
    }

    /** The next start. */
    private RecoveryReport recover() {
        try (Leases next = process(ended)) {
            return next.recover(found -> RecoveryDecision.DESTROY);
        }
    }

    private String create(String gpuUuid, String title) {
        String made = account.client()
                .instances()
                .create(InstanceSpec.builder().podUuid(POD).gpuUuid(gpuUuid).build())
                .instanceUuid();
        if (!title.isEmpty()) {
            account.client().instances().updateTitle(made, title);
        }
        return made;
    }

    private static void assertOnlyReports(RecoveryReport report, String... candidates) {
        assertThat(report.destroyed()).isEmpty();
        assertThat(report.adopted()).isEmpty();
        assertThat(report.left()).isEmpty();
        assertThat(report.candidates()).extracting(Instance::instanceUuid).containsExactlyInAnyOrder(candidates);
    }

    @Test
    void destroysTheInstancesOfAnEndedProcess() throws IOException {
        String other = create(DEAR, "");
        String mine = endAfterRenting();

        RecoveryReport report = recover();

        assertThat(report.destroyed()).containsExactly(mine);
        assertThat(account.instances()).containsExactly(other);
        try (Stream<Path> files = Files.list(ended)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("lease-"));
        }
    }

    @Test
    void recoversAdoptedInstancesAfterAnotherCrash() {
        String mine = endAfterRenting();
        process(ended).recover(found -> RecoveryDecision.RESUME);

        assertThat(recover().destroyed()).as("while the second process runs").isEmpty();
        assertThat(account.instances()).containsExactly(mine);
    }

    @Test
    void destroysTheOnlyMatchOfAnOpenAttemptForASoleUser() {
        LeaseOptions sole = OPTIONS.toBuilder().accountUse(AccountUse.SOLE_USER).build();
        String other = create(DEAR, "");
        String mine = endWhileCreating(sole);
        account.client().instances().updateTitle(mine, "");

        try (Leases next = Leases.of(
                account.another().build(), sole.toBuilder().journal(ended).build())) {
            assertThat(next.recover(found -> RecoveryDecision.DESTROY).destroyed())
                    .containsExactly(mine);
        }
        assertThat(account.instances()).containsExactly(other);
    }

    @Test
    void reportsTheOnlyMatchOfAnOpenAttemptIfOthersUseTheAccount() throws IOException {
        String mine = endWhileCreating();
        account.client().instances().updateTitle(mine, "");

        RecoveryReport report = recover();

        assertOnlyReports(report, mine);
        assertThat(account.instances()).containsExactly(mine);
        assertThat(files(ended)).as("for the next recovery").hasSize(1);
    }

    /** Two hosts run the same program with the same owner and title, each with a journal of its own. */
    @Test
    void touchesNoInstanceOfTheSameProgramOnAnotherHost(@TempDir Path otherHost) {
        endBeforeCreating();
        String other = process(otherHost).rent(PLAN).instanceUuid();

        RecoveryReport report = recover();

        assertOnlyReports(report);
        assertThat(account.instances()).containsExactly(other);
    }

    @Test
    void touchesNothingAfterAnInterceptorPreventedACreateRequest() {
        Leases failing = processThatBeforeACreation(OPTIONS, () -> {
            throw new IllegalStateException("no quota left");
        });
        assertThatThrownBy(() -> failing.rent(PLAN)).isInstanceOf(IllegalStateException.class);
        copyJournal();
        String other = create(TestAccount.CHEAP, "");

        RecoveryReport report = recover();

        assertOnlyReports(report);
        assertThat(account.instances()).containsExactly(other);
    }

    @Test
    void destroysTheInstanceThatHasTheTitleOfAnOpenAttempt() {
        String mine = endWhileCreating();
        String other = create(TestAccount.CHEAP, "");
        Duration begun = account.time().passed();

        assertThat(recover().destroyed()).containsExactly(mine);
        assertThat(account.time().passed().minus(begun))
                .as("a title is a proof")
                .isLessThan(OPTIONS.window());
        assertThat(account.instances()).containsExactly(other);
    }

    /** Neither attempt had an effect, and another program created as many instances as there are attempts. */
    @Test
    void reportsTwoCandidatesOfTwoAttemptsAndTouchesNeither() {
        endBeforeCreating();
        endBeforeCreating();
        String one = create(TestAccount.CHEAP, "");
        String two = create(TestAccount.CHEAP, "");

        RecoveryReport report = recover();

        assertOnlyReports(report, one, two);
        assertThat(account.instances()).containsExactlyInAnyOrder(one, two);
    }

    @Test
    void namesInstancesOfAnotherModelOrTimeAndTouchesNone() {
        String earlier = create(TestAccount.CHEAP, "");
        account.time().pass(Duration.ofHours(1));
        endBeforeCreating();
        String dear = create(DEAR, "");
        account.time().pass(Duration.ofHours(1));
        String later = create(TestAccount.CHEAP, "");

        RecoveryReport report = recover();

        assertOnlyReports(report, dear, later);
        assertThat(account.instances()).containsExactlyInAnyOrder(earlier, dear, later);
    }

    @Test
    void touchesNoInstanceOfAProcessThatRuns() {
        endBeforeCreating();
        Leases other = process(ended);
        String leased = other.rent(PLAN).instanceUuid();
        String kept = other.rent(PLAN).keep().instanceUuid();
        account.client().instances().updateTitle(leased, "");
        account.client().instances().updateTitle(kept, "");

        RecoveryReport report = recover();

        assertOnlyReports(report);
        assertThat(account.instances()).containsExactlyInAnyOrder(leased, kept);
    }

    @Test
    void touchesNoKeptInstance() {
        String kept = process(running).rent(PLAN).keep().instanceUuid();
        copyJournal();

        assertOnlyReports(recover());
        assertThat(account.instances()).containsExactly(kept);
    }

    @Test
    void keepsTheJournalOfAnotherAccountForItsClient() {
        String mine = endAfterRenting();
        try (Leases other = Leases.of(
                account.another().apiKey("tenant-journal-other").build(),
                OPTIONS.toBuilder().journal(ended).build())) {
            RecoveryReport report = other.recover(found -> RecoveryDecision.DESTROY);

            assertOnlyReports(report);
            assertThat(report.absent()).containsExactly(mine);
        }
        assertThat(recover().destroyed()).containsExactly(mine);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void reportsADamagedJournalAndTouchesNoInstanceInIt() throws IOException {
        String mine = endAfterRenting();
        Path file = files(ended).get(0);
        Files.writeString(file, Files.readString(file).replace("CREATING", "CREATInG"));

        RecoveryReport report = recover();

        assertOnlyReports(report, mine);
        assertThat(report.damaged()).containsExactly(new RecoveryReport.DamagedLine(file.toRealPath(), 3));
        assertThat(account.instances()).containsExactly(mine);
        assertThat(file).exists();
    }

    @Test
    void containsNoApiKey() throws IOException {
        endAfterRenting();

        assertThat(files(ended).get(0))
                .content()
                .contains("\"instanceUuid\"")
                .doesNotContain(account.stubAccount().apiKey());
    }

    @Test
    void needsAJournal() {
        assertThatThrownBy(() -> account.leases().recover(found -> RecoveryDecision.DESTROY))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Builder.journal");
    }
}
