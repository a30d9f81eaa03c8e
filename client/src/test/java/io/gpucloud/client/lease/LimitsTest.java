package io.gpucloud.client.lease;

import static io.gpucloud.client.lease.LedgerScenario.HOUR;
import static io.gpucloud.client.lease.LedgerScenario.POD;
import static io.gpucloud.client.lease.LedgerScenario.PRICE;
import static io.gpucloud.client.lease.LedgerScenario.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits over the records of all processes. An instance costs 2.50 an hour. */
class LimitsTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Limits ONE = new Limits(1, null, null, Duration.ZERO);

    private final LedgerScenario scenario = new LedgerScenario();

    private Ledger ledger(String holder, Limits limits) {
        return scenario.ledger(holder, AccountUse.SHARED, limits);
    }

    private static Limits amount(String amount) {
        return new Limits(null, null, new BigDecimal(amount), DAY);
    }

    private void assertRejected(Ledger ledger, String message) {
        assertThatExceptionOfType(SpendingLimitException.class)
                .isThrownBy(() -> scenario.send(ledger, null))
                .withMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "1,    , , maxOpenLeases 1 is reached: 1 are open or in doubt: instance-1 (RUNNING)",
        " ,   4, , a rental for 2.50 an hour exceeds maxHourlyCost 4: 2.50 an hour are reserved: instance-1 (RUNNING)",
        " ,    , 5, more exceeds the limit of 5 in 1 day"
    })
    void handOversKeepWhatCounts(Integer open, BigDecimal hourly, BigDecimal amount, String message) {
        Limits limits = new Limits(open, hourly, amount, DAY);
        LeaseRecord running = scenario.run(ledger("start 1", limits), null, "instance-1");

        for (int start = 2; start < 6; start++) {
            Ledger next = ledger("start " + start, limits);
            assertRejected(next, message);
            next.takeOver(running.nonce(), scenario.now());
            assertRejected(next, message);
            LedgerScenario.handOver(next);
        }
    }

    @Test
    void leasesOfProcessesWithoutLimitsCount() {
        scenario.run(ledger("unlimited", Limits.NONE), null, "instance-1");

        assertRejected(ledger("limited", ONE), "instance-1 (RUNNING)");
    }

    @Test
    void keptInstancesCountUntilTheyAreGoneForAnHour() {
        for (int run = 1; run <= 3; run++) {
            Ledger ledger = ledger("run " + run, ONE);
            if (run == 1) {
                ledger.keep(scenario.run(ledger, null, "instance-1").nonce());
            } else {
                assertRejected(ledger, "instance-1 (KEPT)");
            }
        }
        Ledger last = ledger("run 4", ONE);
        last.left("run 4"::equals).forEach(left -> last.takeOver(left.nonce(), scenario.now()));
        scenario.look(last);
        scenario.account.clear();
        scenario.lookFor(last, HOUR);

        assertThat(scenario.send(last, null).state()).isEqualTo(LeaseState.CREATING);
    }

    @Test
    void anExtensionCountsForEachRecord() {
        Ledger ledger = ledger("one", amount("5"));
        LeaseRecord running = scenario.run(ledger, null, "instance-1");

        assertThatThrownBy(
                        () -> ledger.extend(running.nonce(), end(running).plus(Duration.ofHours(1000)), scenario.now()))
                .isInstanceOf(SpendingLimitException.class);
        LeaseRecord extended = ledger.extend(running.nonce(), end(running).plus(HOUR.dividedBy(2)), scenario.now());

        assertThat(extended.timer()).isEqualTo(running.timer());
        assertThat(spending(ledger).reserved()).isBetween(new BigDecimal("3.83"), new BigDecimal("3.9"));
    }

    /** The documented remedy for a request in doubt. */
    @Test
    void aCandidateCanBeAdoptedUnderTheLimitThatItsOwnDoubtHasReached() {
        Ledger ledger = ledger("one", ONE);
        ledger.report(scenario.lose(ledger, null).nonce());
        scenario.show("instance-1");
        scenario.look(ledger);
        assertRejected(ledger, "create request 00000001 (UNKNOWN)");

        assertThat(ledger.adopt(scenario.listed("instance-1"), plan(null), PRICE, scenario.now())
                        .state())
                .isEqualTo(LeaseState.BOOTING);
        assertRejected(ledger, "instance-1 (BOOTING)");
    }

    /** One hour, the window and the tolerance cost 2.67. */
    @Test
    void aRentalReservesItsPriceForItsLifetimeAndItsEndGivesBackTheRest() {
        Ledger ledger = ledger("one", amount("5"));
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        assertThat(spending(ledger).reserved()).isEqualByComparingTo("2.67");
        assertRejected(ledger, "2.67 more exceeds the limit of 5 in 1 day: 0 are spent, and 2.67");
        scenario.pass(Duration.ofMinutes(12));

        scenario.destroy(ledger, running);

        assertThat(spending(ledger).reserved()).isZero();
        assertThat(spending(ledger).spent()).isBetween(new BigDecimal("0.50"), new BigDecimal("0.60"));
    }

    @Test
    void whatWasSpentCountsUntilItHasLeftTheWindow() {
        Ledger ledger = ledger("one", amount("5"));
        LeaseRecord running = scenario.run(ledger, null, "instance-1");
        scenario.pass(HOUR);
        scenario.destroy(ledger, running);
        scenario.pass(DAY.minusMinutes(30));
        assertThat(spending(ledger).spent()).isBetween(new BigDecimal("1.2"), new BigDecimal("1.3"));
        scenario.pass(HOUR);

        assertThat(spending(ledger).spent()).isZero();
    }

    /** A boot costs nothing, but the list may show its end a window late. */
    @Test
    void theCostBeginsAWindowBeforeTheInstanceIsSeenRunning() {
        Ledger ledger = ledger("one", amount("50"));
        LeaseRecord booting = ledger.created(scenario.send(ledger, null).nonce(), "instance-1", scenario.now());
        scenario.pass(Duration.ofMinutes(30));

        LeaseRecord running = ledger.running(
                booting.nonce(), new LeaseRecord.Timer(scenario.now().now().plus(HOUR), null), scenario.now());

        assertThat(running.cost().since()).isEqualTo(scenario.now().now().minus(LedgerScenario.WINDOW));
    }

    @Test
    void whatIsUnknownCostsMoreAndMoreUntilListsHaveLackedItForAnHour() {
        Ledger ledger = ledger("one", amount("10"));
        scenario.lose(ledger, null);
        scenario.show("instance-1");
        scenario.look(ledger);
        scenario.pass(HOUR.multipliedBy(3));
        assertThat(spending(ledger).spent()).isGreaterThan(new BigDecimal("7.5"));
        scenario.account.clear();
        scenario.lookFor(ledger, HOUR);

        assertThat(spending(ledger).spent()).isZero();
    }

    @Test
    void aKeptInstanceSpendsUntilItIsGone() {
        Ledger ledger = ledger("one", amount("5"));
        ledger.keep(scenario.run(ledger, null, "instance-1").nonce());
        scenario.pass(HOUR.multipliedBy(10));

        assertThat(spending(ledger).spent()).isBetween(new BigDecimal("25"), new BigDecimal("25.1"));
    }

    @Test
    void aRecordWithoutAPriceIsPricedOrNothingIsRented() {
        Ledger unlimited = ledger("unlimited", Limits.NONE);
        LeaseRecord planned = unlimited.plan(plan(null), scenario.now());
        unlimited.sending(planned.nonce(), POD, null, scenario.now());
        Ledger limited = ledger("limited", amount("10"));
        assertRejected(limited, "limits of money need a price of each lease: create request 00000001 (CREATING)");
        assertThat(limited.unpriced(scenario.now())).hasSize(1);

        limited.price(planned.nonce(), PRICE);

        assertThat(limited.unpriced(scenario.now())).isEmpty();
        assertThat(scenario.send(limited, null).state()).isEqualTo(LeaseState.CREATING);
        assertThat(scenario.stored(planned).cost().hourly())
                .as("the record of another process")
                .isNull();
    }

    @Test
    void aPlanReservesNoMoney() {
        Ledger ledger = ledger("one", ONE);
        for (int i = 0; i < 3; i++) {
            ledger.plan(plan(null), scenario.now());
        }

        assertThat(scenario.send(ledger, null).state()).isEqualTo(LeaseState.CREATING);
        assertThat(List.copyOf(ledger.mine())).hasSize(4);
    }

    /** The process that read the first list has ended, and no other has read one since. */
    @Test
    void anHourWithoutListsProvesNoAbsence() {
        Ledger killed = ledger("killed", ONE);
        scenario.lose(killed, null);
        scenario.look(killed);
        scenario.pass(HOUR.multipliedBy(2));
        scenario.show("instance-1");

        assertRejected(ledger("next", ONE), "create request 00000001 (IN_DOUBT)");
    }

    private Spending spending(Ledger ledger) {
        return Objects.requireNonNull(ledger.spending(scenario.now()));
    }

    private static Instant end(LeaseRecord running) {
        return Objects.requireNonNull(running.timer().end());
    }
}
