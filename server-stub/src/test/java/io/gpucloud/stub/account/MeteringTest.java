package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static io.gpucloud.stub.account.Tenant.HOURLY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.gpucloud.stub.account.AccountSeed.BoundCard;
import io.gpucloud.stub.account.Rules.Metering;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.catalog.Catalog;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeteringTest {

    @Test
    void anInstanceWithoutAPriceIsNeverSettled() {
        Catalog free = new Catalog(
                Tenant.CATALOG.content().pods(),
                List.of(new Catalog.Gpu(Tenant.FREE_GPU, "Free", Tenant.price(0), null)),
                List.of());
        Tenant tenant =
                Tenant.with(Tenant.rules(free, DURATIONS, new Metering(true, true), 10_000, 100), AccountSeed.EMPTY);
        String uuid = tenant.runs();
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(tenant.state().agenda()).isEmpty();
        tenant.after(365 * DAY);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(tenant.bills()).isEmpty();
        tenant.does(account -> account.restart(uuid));
        tenant.does(account -> account.destroy(uuid));
    }

    @Nested
    class ARunningInstance {
        private final Tenant tenant = Tenant.withFunds();
        private final String uuid = tenant.runs();

        @Test
        void anInstanceIsBilledForEachFullHourSinceItStarted() {
            tenant.after(2 * HOUR);
            long started = tenant.sees(uuid).startTime();
            assertThat(tenant.bills())
                    .extracting(Bill::start, Bill::end, Bill::cents)
                    .containsExactly(
                            tuple(started + HOUR, started + 2 * HOUR, HOURLY), tuple(started, started + HOUR, HOURLY));
            assertThat(tenant.balance()).isEqualTo(100_000 - 2 * HOURLY);
        }

        @Test
        void anInstanceIsBilledForTheRestWhenItRestartsOrIsDestroyed() {
            tenant.after(HOUR + HOUR / 2).does(account -> account.restart(uuid));
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(HOURLY / 2, HOURLY);
            tenant.after(DURATIONS.boot() + HOUR / 2).does(account -> account.destroy(uuid));
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(HOURLY / 2, HOURLY / 2, HOURLY);
        }

        @ParameterizedTest
        @ValueSource(ints = {30, 60})
        void anInstanceIsBilledUntilItsTimerIsReached(int minutes) {
            tenant.does(account -> account.setShutdownTimer(uuid, minutes, true));
            tenant.after(DAY);
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(HOURLY * minutes / 60);
        }

        @Test
        void anAmountIsRoundedOnceAndHalfUp() {
            // 198 cents an hour are 0.055 a second: 9 seconds are 0.495 cents, 10 seconds are 0.55.
            tenant.after(9).does(account -> account.restart(uuid));
            assertThat(tenant.bills()).isEmpty();
            tenant.after(DURATIONS.boot() + 10).does(account -> account.restart(uuid));
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(1L);
        }

        @Test
        void thePriceIsMultipliedByTheNumberOfGpus() {
            Instance large = tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 4));
            tenant.does(account -> account.destroy(uuid));
            tenant.after(DURATIONS.boot() + HOUR);
            assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(4 * HOURLY);
            assertThat(tenant.status(large.uuid())).isEqualTo(InstanceStatus.RUNNING);
        }
    }

    @Test
    void onlyRunningInstancesAreBilled() {
        Tenant tenant = Tenant.withFunds();
        String uuid = tenant.hasShutDown();
        long before = tenant.balance();
        assertThat(tenant.after(DAY).balance()).isEqualTo(before);
        tenant.does(account -> account.setDurations(DAY, null, null));
        tenant.does(account -> account.start(uuid, null, null));
        assertThat(tenant.after(DAY - 1).balance()).isEqualTo(before);
    }

    @Test
    void fundsForOneHourAreNeededToCreate() {
        Tenant poor = Tenant.with(HOURLY - 1);
        assertThat(poor.isRefused(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1)))
                .isEqualTo("INSUFFICIENT_FUNDS insufficient balance");
        assertThat(poor.reads(ReadOnlyAccount::listInstances)).isEmpty();
        Tenant.with(HOURLY).creates();
    }

    @Test
    void fundsForOneHourAreNeededToStart() {
        Tenant tenant = Tenant.with(HOURLY + HOURLY / 4);
        String uuid = tenant.runs();
        tenant.after(HOUR / 2).does(account -> account.saveImage(uuid, null, null));
        tenant.after(DURATIONS.imageUpload());
        assertThat(tenant.isRefused(account -> account.start(uuid, null, null)))
                .isEqualTo("INSUFFICIENT_FUNDS insufficient balance");
        tenant.does(account -> account.payIn(HOURLY / 4 + 1));
        tenant.does(account -> account.start(uuid, null, null));
    }

    @Test
    void fundsAreNotNeededIfTheRulesSaySo() {
        Tenant.with(Tenant.rules(new Metering(true, false), 100), Tenant.seed(0))
                .creates();

        Tenant unmetered = Tenant.with(Tenant.rules(new Metering(false, true), 100), Tenant.seed(0));
        String uuid = unmetered.runs();
        unmetered.after(365 * DAY);
        assertThat(unmetered.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(unmetered.bills()).isEmpty();
    }

    @Test
    void fundsOnCardsOfOtherPodsDoNotCount() {
        Tenant tenant = Tenant.with(0, Tenant.card(1_000, 30, Tenant.OTHER_POD));
        assertThat(tenant.isRefused(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1)))
                .startsWith("INSUFFICIENT_FUNDS");
        tenant.does(account -> account.createFromPod(Tenant.OTHER_POD, null, Tenant.FREE_GPU, 1));
    }

    @Test
    void fundsThatAreSpentShutTheInstanceDown() {
        Tenant tenant = Tenant.with(HOURLY + 50);
        String uuid = tenant.runs();
        tenant.becomes(InstanceStatus.SHUTTING_DOWN, uuid, 2 * HOUR);
        assertThat(tenant.balance()).isZero();
        assertThat(tenant.bills()).extracting(Bill::cents).containsExactly(50L, HOURLY);
    }

    @Test
    void fundsThatDoNotCoverTheRestTurnARestartIntoAShutdown() {
        Tenant tenant = Tenant.with(Tenant.rules(new Metering(true, false), 100), Tenant.seed(1));
        String uuid = tenant.runs();
        tenant.after(HOUR / 2).does(account -> account.restart(uuid));
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
    }

    static Stream<Arguments> cards() {
        return Stream.of(
                arguments(List.of(Tenant.card(100, 30)), List.of(0L), 1_100 - HOURLY),
                arguments(List.of(Tenant.card(500, 30), Tenant.card(500, 10)), List.of(500 - HOURLY, 500L), 1_000),
                arguments(List.of(Tenant.card(500, 30, Tenant.OTHER_POD)), List.of(500L), 1_000 - HOURLY));
    }

    @ParameterizedTest
    @MethodSource("cards")
    void cardsPayForTheirPodsBeforeTheBalanceInTheOrderOfTheirExpiry(
            List<BoundCard> cards, List<Long> left, long balance) {
        Tenant tenant = Tenant.with(1_000, cards.toArray(BoundCard[]::new));
        tenant.runs();
        tenant.after(HOUR);
        assertThat(tenant.reads(account -> account.listCards(Tenant.ALL)).items())
                .extracting(view -> view.card().leaveCents())
                .containsExactlyElementsOf(left);
        assertThat(tenant.balance()).isEqualTo(balance);
    }

    @Test
    void cardsDoNotPayOnceTheyHaveExpired() {
        Tenant tenant = Tenant.with(10_000, Tenant.card(1_000, 1));
        tenant.after(DAY - DURATIONS.boot() - HOUR);
        tenant.runs();
        // The hour ends with the card, to the second.
        tenant.after(HOUR);
        assertThat(tenant.bills()).extracting(Bill::channel).containsExactly(ChargeChannel.BALANCE);
        assertThat(tenant.cardBalance()).isZero();
    }

    @Test
    void cardsShowTheirState() {
        Tenant tenant = Tenant.with(10_000, Tenant.card(HOURLY, 30), Tenant.card(300, 1, Tenant.OTHER_POD));
        assertThat(states(tenant)).containsExactly(Card.State.USABLE, Card.State.USABLE);
        tenant.runs();
        tenant.after(DAY);
        assertThat(states(tenant)).containsExactly(Card.State.EXPIRED, Card.State.USED_UP);
    }

    private List<Card.State> states(Tenant tenant) {
        return tenant.reads(account -> account.listCards(Tenant.ALL)).items().stream()
                .map(CardView::state)
                .toList();
    }
}
