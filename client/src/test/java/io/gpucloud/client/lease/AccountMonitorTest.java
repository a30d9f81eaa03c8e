package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpucloud.client.lease.AccountFinding.Kind;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountMonitorTest extends AccountTestBase {

    private static final Duration SETUP = Duration.ofMinutes(3);

    @TempDir
    private Path journal;

    private final AccountMonitor monitor = AccountMonitor.builder(client).build();

    private static List<Kind> kinds(AccountReport report) {
        return report.findings().stream().map(AccountFinding::kind).toList();
    }

    @Test
    void namesAnInstanceWithoutTimerAndOwnerWithItsCost() {
        account.withPod();
        String uuid = account.foreign("training");
        assertThat(monitor.check().findings())
                .as("while its program sets it up")
                .isEmpty();
        pass(HOUR);

        assertThat(monitor.check().findings())
                .extracting(
                        AccountFinding::kind,
                        AccountFinding::instanceUuid,
                        AccountFinding::since,
                        finding -> String.valueOf(finding.cost()))
                .containsExactlyInAnyOrder(
                        tuple(Kind.NO_TIMER, uuid, time.now().minus(HOUR), "2.50"),
                        tuple(Kind.NO_OWNER, uuid, time.now().minus(HOUR), "2.50"));
    }

    @Test
    void findsNothingWrongWithALease() {
        try (Leases leases = Leases.of(
                client, LeaseOptions.builder().journal(journal).owner("nightly").build())) {
            leases.rent(PLAN);
            pass(SETUP);

            assertThat(AccountMonitor.builder(client)
                            .journals(journal, journal.resolve("mcp"))
                            .build()
                            .check()
                            .findings())
                    .isEmpty();
        }
    }

    @Test
    void namesAnInstanceThatOutlivesItsTimer() {
        try (Leases leases = TestClients.leases(client)) {
            Instant end = leases.rent(PLAN).endsAt();
            pass(HOUR.plusMinutes(10));

            assertThat(monitor.check().findings())
                    .extracting(AccountFinding::kind, AccountFinding::since)
                    .containsExactly(tuple(Kind.OVERDUE, end));
            account.shuttingDown(firstInstance);
            assertThat(monitor.check().findings()).isEmpty();
        }
    }

    @Test
    void comparesTheAccountWithItsLimits() {
        account.withPod();
        String uuid = account.foreign("ops.01234567: training");
        account.foreign("ops.89abcdef: training");
        pass(HOUR.multipliedBy(2));
        AccountMonitor strict = AccountMonitor.builder(client)
                .warnAge(HOUR)
                .warnInstances(1)
                .warnHourly(new BigDecimal("4.99"))
                .warnBalance(Duration.ofHours(9))
                .build();

        AccountReport report = strict.check();

        assertThat(kinds(report))
                .startsWith(Kind.MANY_INSTANCES, Kind.HOURLY_COST, Kind.LOW_BALANCE)
                .contains(Kind.OLD);
        assertThat(report.findings())
                .filteredOn(finding -> finding.kind() == Kind.OLD && uuid.equals(finding.instanceUuid()))
                .extracting(AccountFinding::since)
                .containsExactly(time.now().minus(HOUR));
    }

    @Test
    void readsTheListOnceAndPricesEveryFiveMinutes() {
        for (int round = 0; round < 10; round++) {
            monitor.check();
            pass(Duration.ofMinutes(1));
        }

        assertThat(account.requests("list")).isEqualTo(10);
        assertThat(Stream.of("gpu/list", "pod/list", "balance/info", "card/list")
                        .map(account::requests))
                .containsOnly(2);
        assertThat(account.operations()).hasSize(18);
    }

    @Test
    void namesWhatEndedProcessesHaveLeft() throws IOException {
        String uuid = account.foreign("nightly.01234567: training");
        LeaseTerms terms = LeaseTerms.of(PLAN.toBuilder().tag("job").build());
        EndedProcess.leaves(
                journal,
                EndedProcess.leased(
                        "01234567", uuid, terms, time.now(), time.now().plus(HOUR)),
                EndedProcess.leased("gone", terms, time.now(), null),
                EndedProcess.creating("89abcdef", terms, time.now()));
        AccountMonitor monitor =
                AccountMonitor.builder(client).journals(journal).build();
        assertThat(monitor.check().findings()).as("this process may run").isEmpty();
        endProcess();

        assertThat(monitor.check().findings())
                .extracting(AccountFinding::kind, AccountFinding::instanceUuid, AccountFinding::tag)
                .containsExactlyInAnyOrder(tuple(Kind.LEFT, uuid, "job"), tuple(Kind.IN_DOUBT, null, "job"));
    }

    /** The journal is that of another process of this host. */
    private void endProcess() throws IOException {
        JournalProcess ended = new JournalProcess(JournalProcess.CURRENT.host(), 99_999_999, "ended", null);
        for (Path file : Journal.all(journal)) {
            String records = Files.readString(file).replaceFirst(".*\n", "");
            Files.writeString(file, RecordLine.encode(ended) + records);
        }
    }

    /** The program of the page "Monitor an account". */
    @Test
    void runsInAProgram() {
        AccountMonitor monitor = AccountMonitor.builder(client)
                .warnHourly(new BigDecimal("20"))
                .journals(journal)
                .build();
        for (AccountFinding finding : monitor.check().findings()) {
            System.err.println(finding.kind() + ": " + finding.message());
        }
    }

    /** A small number in the list may be a number of minutes. */
    @Test
    void doesNotCallATimerOverThatMayRun() {
        account.listTimers(requested -> AccountService.timer(true, 60));
        try (Leases leases = TestClients.leases(client)) {
            leases.rent(PLAN);
            pass(HOUR.multipliedBy(3));

            assertThat(monitor.check().findings()).isEmpty();
        }
    }
}
