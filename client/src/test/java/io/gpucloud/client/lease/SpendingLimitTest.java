package io.gpucloud.client.lease;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.testing.Reply;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of leases. One GPU and the pod cost 2.50 an hour, at most. */
class SpendingLimitTest extends AccountTestBase {

    private static final Duration DAY = Duration.ofDays(1);

    /** For an hour, and the minutes that a timer may be late. */
    private static final String ONE_RENTAL = "2.67";

    @TempDir
    private Path journal;

    @BeforeEach
    void listThePod() {
        account.withPod();
    }

    private static LeaseOptions.Builder options(String limit) {
        return LeaseOptions.builder().withoutJournal().spendingLimit(new BigDecimal(limit), DAY);
    }

    private Leases leases(String limit) {
        return Leases.of(client, options(limit).build());
    }

    private Leases withJournal(String limit) {
        return Leases.of(client, options(limit).journal(journal).build());
    }

    /** The next start of a process that was killed. */
    private Leases nextOf(Path killed) {
        return Leases.of(
                anotherClient(),
                options("5").journal(killed).recoverOnStart(false).build());
    }

    private static Spending spending(Leases leases) {
        return requireNonNull(leases.statistics().spending());
    }

    private static SpendingLimitException rejected(Leases leases) {
        SpendingLimitException rejected = catchThrowableOfType(SpendingLimitException.class, () -> leases.rent(PLAN));
        assertThat(rejected).isNotNull();
        return rejected;
    }

    @Test
    void aRentalThatDoesNotFitIsRejectedBeforeItIsRequested() {
        try (Leases leases = leases("5")) {
            leases.rent(PLAN);

            SpendingLimitException rejected = rejected(leases);

            assertThat(rejected)
                    .hasMessageContaining("2.67 more exceeds the limit of 5 in 1 day: 0 are spent, and 2.67");
            assertThat(rejected.limit()).isEqualByComparingTo("5");
            assertThat(rejected.window()).isEqualTo(DAY);
            assertThat(rejected.spent()).isZero();
            assertThat(rejected.reserved()).isEqualByComparingTo(ONE_RENTAL);
            assertThat(rejected.wanted()).isEqualByComparingTo(ONE_RENTAL);
            assertThat(spending(leases).limit()).isEqualByComparingTo("5");
            assertThat(spending(leases).reserved()).isEqualByComparingTo(ONE_RENTAL);
            assertThat(account.requests("create_by_pod")).isEqualTo(1);
        }
    }

    @Test
    void aPlanThatCanNeverFitSaysSo() {
        try (Leases leases = leases("2.50")) {
            assertThat(rejected(leases)).hasMessageContaining("2.67 can never be spent with the limit of 2.50");
        }
    }

    /** The service bills it from its creation on. */
    @Test
    void anInstanceCountsAlthoughTheListShowsItLate() {
        account.failing("list", 13, EMPTY_LIST);
        try (Leases leases = leases("5")) {
            leases.rent(PLAN).close();

            assertThat(spending(leases).spent()).isBetween(new BigDecimal("0.04"), new BigDecimal("0.1"));
        }
    }

    @Test
    void aRequestThatIsRejectedCostsNothing() {
        account.failing("create_by_pod", 1, Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"));
        try (Leases leases = leases("5")) {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(GpuCloudException.class);

            assertThat(spending(leases).reserved()).isZero();
            leases.rent(PLAN);
        }
    }

    @Test
    void anUnknownOutcomeCountsAsSpent() throws InterruptedException {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        Leases leases = leases("5");
        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);

        Spending spending = spending(leases);
        assertThat(spending.spent().add(spending.reserved())).isGreaterThanOrEqualTo(new BigDecimal(ONE_RENTAL));
        rejected(leases);
        time.sleep(DAY.multipliedBy(2));
        rejected(leases);
    }

    /** It is billed from its creation on, until the search has seen it without a title for twice the window. */
    @Test
    void aLostInstanceThatTheSearchDestroysCountsAsSpent() throws InterruptedException {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        LeaseOptions replica = options("100")
                .owner("service")
                .accountUse(AccountUse.OWNER_TITLES)
                .build();
        try (Leases leases = Leases.of(client, replica)) {
            InstanceLease second = leases.rent(PLAN);
            assertThat(account.instances()).containsExactly(second.instanceUuid());
            second.close();

            time.sleep(HOUR.multipliedBy(2));
            leases.rent(PLAN).close();

            // Four minutes of the first one, and at most a minute of each of the others.
            assertThat(spending(leases).reserved()).isZero();
            assertThat(spending(leases).spent()).isBetween(new BigDecimal("0.16"), new BigDecimal("0.50"));
        }
    }

    @Test
    void aLostInstanceThatIsListedLateAndDestroyedCountsAsSpent() throws InterruptedException {
        account.hide(firstInstance);
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        LeaseOptions sole = options("100").accountUse(AccountUse.SOLE_USER).build();
        try (Leases leases = Leases.of(client, sole)) {
            leases.rent(PLAN).close();
            time.sleep(Duration.ofMinutes(30));
            account.show(firstInstance);
            leases.rent(PLAN).close();

            assertThat(account.instances()).isEmpty();
            assertThat(spending(leases).reserved()).isZero();
            assertThat(spending(leases).spent()).isGreaterThan(new BigDecimal("1.25"));
        }
    }

    @Test
    void aLostInstanceThatARecoveryDestroysCountsAsSpent(@TempDir Path killed) throws Exception {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        account.hide(firstInstance);
        LeaseOptions replica = options("100")
                .owner("service")
                .accountUse(AccountUse.OWNER_TITLES)
                .journal(killed)
                .recoverOnStart(false)
                .watchInterval(Duration.ZERO)
                .build();
        Leases running = Leases.of(client, replica.toBuilder().journal(journal).build());
        running.rent(PLAN).close();
        copyRecords(journal, killed);
        account.show(firstInstance);

        try (Leases next = Leases.of(anotherClient(), replica)) {
            next.recover(found -> RecoveryDecision.DESTROY);

            assertThat(account.instances()).isEmpty();
            // Until then, a list may show another instance of the request.
            time.sleep(HOUR.plusMinutes(1));
            assertThat(spending(next).reserved()).isZero();
            assertThat(spending(next).spent()).isGreaterThan(new BigDecimal("0.25"));
        }
    }

    /** Later instances of others never end. */
    @Test
    void anUnknownOutcomeEndsAlthoughOthersCreateInstancesLater() throws InterruptedException {
        account.failing("create_by_pod", 1, Reply.reset());
        Leases leases = leases("5");
        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
        time.sleep(HOUR.plusMinutes(1));
        String theirs = account.foreign("");
        rejected(leases);
        client.instances().destroy(theirs);
        account.foreign("");

        leases.rent(PLAN).close();
        assertThat(spending(leases).spent()).isLessThan(new BigDecimal("0.50"));
    }

    @Test
    void anExtensionReservesMore() {
        try (Leases leases = leases("5")) {
            InstanceLease lease = leases.rent(PLAN);
            Instant end = lease.extend(Duration.ofMinutes(30));

            assertThatThrownBy(() -> lease.extend(HOUR)).isInstanceOf(SpendingLimitException.class);

            assertThat(lease.endsAt()).isEqualTo(end);
            assertThat(account.requests("shutdown_timer")).isEqualTo(2);
            assertThat(spending(leases).reserved()).isBetween(new BigDecimal("3.83"), new BigDecimal("3.9"));
        }
    }

    @Test
    void aKeptInstanceCountsUntilItIsDestroyed() throws InterruptedException {
        try (Leases leases = leases("5")) {
            leases.rent(PLAN).keep();

            assertThat(spending(leases).reserved()).isEqualByComparingTo(ONE_RENTAL);
            time.sleep(DAY.plus(HOUR).plusMinutes(5));
            assertThat(spending(leases).spent()).isBetween(new BigDecimal("60"), new BigDecimal("60.1"));
            leases.destroyAndConfirm(firstInstance);
            time.sleep(DAY);
            assertThat(spending(leases).spent()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "1e999999999", "1e-999999999"})
    void aPriceThatCannotBeAnAmountIsNoPrice(String price) {
        account.failing(
                "gpu/list",
                1,
                Reply.data("{\"total\":1,\"gpu_list\":[{\"gpu_uuid\":\"gpu\",\"price\":{\"hour\":" + price + "}}]}"));
        try (Leases leases = leases("5")) {
            assertThatThrownBy(() -> leases.rent(PLAN))
                    .isInstanceOf(NoMatchingGpuException.class)
                    .hasMessageContaining("limits of money need a listed price");
        }
    }

    @Test
    void aModelWithoutAPriceIsRejected() {
        try (Leases leases = leases("5")) {
            assertThatThrownBy(() -> leases.rent(PLAN.toBuilder().gpus("typo").build()))
                    .isInstanceOf(NoMatchingGpuException.class)
                    .hasMessageContaining("limits of money need a listed price: typo (no hourly price of the model");
            assertThat(account.requests("create_by_pod")).isZero();
        }
    }

    @Test
    void theNumberOfLeasesIsLimited() {
        LeaseOptions two =
                LeaseOptions.builder().withoutJournal().maxOpenLeases(2).build();
        try (Leases leases = Leases.of(client, two)) {
            InstanceLease first = leases.rent(PLAN);
            leases.rent(PLAN);
            assertThat(rejected(leases))
                    .hasMessageStartingWith("maxOpenLeases 2 is reached: 2 are open or in doubt: " + firstInstance);
            first.close();
            leases.rent(PLAN);
        }
    }

    @Test
    void processesWithOneJournalShareTheLimit() {
        try (Leases one = withJournal("5");
                Leases other = withJournal("5")) {
            InstanceLease lease = one.rent(PLAN);
            rejected(other);
            lease.close();
            other.rent(PLAN);
            rejected(one);
        }
    }

    @Test
    void whatWasSpentOutlivesTheProcess() throws InterruptedException {
        try (Leases leases = withJournal("5")) {
            leases.rent(PLAN);
            time.sleep(HOUR);
        }
        try (Leases next = withJournal("5")) {
            assertThat(spending(next).spent()).isBetween(new BigDecimal("2.5"), new BigDecimal(ONE_RENTAL));
            rejected(next);
        }
    }

    @Test
    void aHandOverAndARecoveryKeepTheReservation() throws InterruptedException {
        LeaseOptions service =
                handingOver(journal).spendingLimit(new BigDecimal("5"), DAY).build();
        try (Leases leases = Leases.of(client, service)) {
            leases.rent(PLAN);
        }
        time.sleep(Duration.ofMinutes(30));
        Leases next = Leases.of(client, service);
        assertThat(next.openLeases()).hasSize(1);
        Spending kept = spending(next);
        assertThat(kept.spent().add(kept.reserved())).isBetween(new BigDecimal(ONE_RENTAL), new BigDecimal("2.70"));
        rejected(next);

        next.openLeases().get(0).close();

        assertThat(spending(next).reserved()).isZero();
        next.rent(PLAN).close();
        next.close();
    }

    @Test
    void aRecoveryEndsTheReservationOfAKilledProcess(@TempDir Path killed) {
        Leases running = withJournal("5");
        running.rent(PLAN);
        copyRecords(journal, killed);

        try (Leases next = nextOf(killed)) {
            rejected(next);
            next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(spending(next).reserved()).isZero();
            next.rent(PLAN);
        }
    }

    /** Lists before and after that hour do not show an instance. */
    @Test
    void aRequestOfAKilledProcessThatMadeNothingCostsNothingAfterAnHour(@TempDir Path killed) throws Exception {
        account.failing("create_by_pod", 1, Reply.reset());
        Leases running = withJournal("5");
        assertThatThrownBy(() -> running.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
        copyRecords(journal, killed);
        time.sleep(HOUR.plusMinutes(1));

        try (Leases next = nextOf(killed)) {
            next.rent(PLAN);
        }
    }

    /** Nothing proves that the journal is of this account. */
    @Test
    void anInstanceOfAKilledProcessThatIsGoneCostsNothingMoreAfterAnHour(@TempDir Path killed) throws Exception {
        Leases running = withJournal("5");
        running.rent(PLAN);
        copyRecords(journal, killed);
        account.hide(firstInstance);

        time.sleep(HOUR.plusMinutes(1));
        try (Leases next = nextOf(killed)) {
            rejected(next);
            next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(spending(next).reserved()).isZero();
            time.sleep(DAY);
            next.rent(PLAN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"no json\n", "{\"type\":\"over\",\"id\":\"1\"}\n"})
    void nothingIsRentedIfTheReservationsAreDamaged(String damaged) throws IOException {
        try (Leases leases = withJournal("5")) {
            leases.rent(PLAN).close();
            Files.writeString(journal.resolve("ended.jsonl"), damaged);

            assertThatThrownBy(() -> leases.rent(PLAN))
                    .isInstanceOf(LeaseJournalException.class)
                    .hasMessageContaining("line 1 is damaged");
            assertThat(account.requests("create_by_pod")).isEqualTo(1);
        }
    }

    @Test
    void manyEndedLeasesStillCount() throws Exception {
        try (Leases leases = withJournal("1000")) {
            for (int i = 0; i < 250; i++) {
                InstanceLease lease = leases.rent(PLAN);
                time.sleep(Duration.ofMinutes(1));
                lease.close();
            }

            // A minute costs 0.0417, and each rental and each merge rounds up to cents.
            assertThat(spending(leases).spent()).isBetween(new BigDecimal("10.4"), new BigDecimal("17.5"));
        }
    }
}
