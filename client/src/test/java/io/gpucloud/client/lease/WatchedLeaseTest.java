package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.testing.Reply;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that see the end of their instance, report what happens, and remember what the caller says. */
class WatchedLeaseTest extends AccountTestBase {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final RentalPlan JOB = PLAN.toBuilder().tag("job-5529").build();

    private final List<LeaseEvent> events = new CopyOnWriteArrayList<>();

    @TempDir
    private Path journal;

    private LeaseOptions.Builder options() {
        return LeaseOptions.builder().owner("service").journal(journal).listener(events::add);
    }

    private DefaultLeases start() {
        return DefaultLeases.open(client, options().build());
    }

    private List<LeaseEvent.Type> types() {
        return events.stream().map(LeaseEvent::type).toList();
    }

    @Test
    void anInstanceShowsItsTimerAfterTheRental() {
        try (Leases leases = start()) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(lease.instance().shutdownRegular()).isNotNull();
            assertThat(Objects.requireNonNull(lease.instance().shutdownRegular())
                            .shutdownTime())
                    .isEqualTo(lease.endsAt());
        }
    }

    @Test
    void whatIsLeftOfALostInstanceIsDestroyed() {
        try (DefaultLeases leases =
                DefaultLeases.open(client, options().uniqueTags(true).build())) {
            leases.rent(JOB);
            account.shuttingDown("instance-1");
            pass(leases, MINUTE);

            assertThat(types()).containsSubsequence(LeaseEvent.Type.LOST, LeaseEvent.Type.ENDED);
            assertThat(account.instances()).isEmpty();
            assertThat(leases.rent(JOB).isOpen()).as("its tag is free").isTrue();
        }
    }

    @Test
    void aLeaseSeesThatItsInstanceIsShutDown() {
        try (DefaultLeases leases =
                DefaultLeases.open(client, options().whenLost(LostPolicy.KEEP).build())) {
            InstanceLease lease = leases.rent(PLAN);
            account.shuttingDown("instance-1");
            pass(leases, MINUTE);

            assertThat(lease.isOpen()).isFalse();
            assertThat(lease.instance().status()).isEqualTo(InstanceStatus.SHUT_DOWN);
            assertThat(leases.openLeases()).isEmpty();
            assertThat(leases.statistics().open()).isZero();
            assertThat(leases.statistics().lost()).isEqualTo(1);
            assertThat(types()).contains(LeaseEvent.Type.LOST);
            assertThat(account.instances()).as("what the caller may still need").hasSize(1);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aLeaseSeesThatItsInstanceIsGone() throws Exception {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(PLAN);
            client.instances().destroy(lease.instanceUuid());
            for (int i = 0; i < 3; i++) {
                assertThat(lease.isOpen()).as("one list is no proof").isTrue();
                pass(leases, MINUTE);
            }

            assertThat(lease.isOpen()).isFalse();
            assertThat(leases.openLeases()).isEmpty();
            assertThat(leases.statistics().open()).isZero();
            assertThat(types()).endsWith(LeaseEvent.Type.LOST, LeaseEvent.Type.ENDED);
            int requests = account.requests("destroy");
            lease.close();
            assertThat(account.requests("destroy")).isEqualTo(requests);
        }
        try (Stream<Path> files = Files.list(journal)) {
            assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("lease-"));
        }
    }

    @Test
    void aLeaseDestroysItsInstanceIfTheTimerHasNotEndedIt() {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(PLAN);
            pass(leases, PLAN.maxLifetime().plus(MINUTE));
            assertThat(types()).as("the clock of the service may be behind").doesNotContain(LeaseEvent.Type.OVERDUE);

            pass(leases, Duration.ofMinutes(10));

            assertThat(lease.isOpen()).isFalse();
            assertThat(account.instances()).isEmpty();
            assertThat(types()).endsWith(LeaseEvent.Type.OVERDUE, LeaseEvent.Type.ENDING, LeaseEvent.Type.ENDED);
        }
    }

    @Test
    void refreshReadsTheInstanceNow() {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(PLAN);
            account.shuttingDown("instance-1");

            assertThat(lease.refresh().status()).isEqualTo(InstanceStatus.SHUT_DOWN);
            assertThat(lease.isOpen()).isFalse();
        }
    }

    @Test
    void nothingIsWatchedIfTheIntervalIsZero() {
        LeaseOptions options = options().watchInterval(Duration.ZERO).build();
        try (DefaultLeases leases = DefaultLeases.open(client, options)) {
            leases.rent(PLAN);
            int lists = account.requests("list");
            pass(leases, HOUR);

            assertThat(account.requests("list")).isEqualTo(lists);
        }
    }

    @Test
    void aListenerGetsEachEventWithTagTitleAndCost() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        LeaseOptions options = options().accountUse(AccountUse.SOLE_USER).build();
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(JOB).extend(HOUR);
            pass(HOUR);
        }

        assertThat(types())
                .containsExactly(
                        LeaseEvent.Type.CREATING,
                        LeaseEvent.Type.IN_DOUBT,
                        LeaseEvent.Type.CREATED,
                        LeaseEvent.Type.BOOTING,
                        LeaseEvent.Type.RUNNING,
                        LeaseEvent.Type.RENEWED,
                        LeaseEvent.Type.ENDING,
                        LeaseEvent.Type.ENDED);
        assertThat(events).allSatisfy(event -> {
            assertThat(event.tag()).isEqualTo("job-5529");
            assertThat(event.title()).startsWith("service.");
        });
        assertThat(events.get(events.size() - 1).cost()).satisfies(cost -> {
            assertThat(cost.perHourAtMost()).isEqualTo(BigDecimal.ONE);
            assertThat(cost.atMost()).hasValueSatisfying(sum -> assertThat(sum).isEqualByComparingTo("1.00"));
            assertThat(cost.billed()).isEqualTo(cost.atMost());
        });
    }

    @Test
    void whatIsAtMostAndWhatIsProbablyBilledAreTwoFigures() {
        account.withPod();
        try (Leases leases = start()) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(lease.cost().perHourAtMost()).isEqualByComparingTo("2.5");
            assertThat(lease.cost().perHourBilled()).isEqualByComparingTo("1");
            assertThat(leases.statistics().perHourAtMost()).isEqualByComparingTo("2.5");
            assertThat(leases.statistics().perHourBilled()).isEqualByComparingTo("1");
        }
    }

    @Test
    void aListenerThatFailsDoesNotEndARental() {
        LeaseOptions options = options()
                .listener(event -> {
                    throw new IllegalStateException("the queue is full");
                })
                .build();
        try (Leases leases = Leases.of(client, options)) {
            assertThat(leases.rent(PLAN).isOpen()).isTrue();
        }
    }

    /** A program that finds nothing pending can rely on what its listener has learned. */
    @Test
    void aLeaseIsPendingUntilItsListenersKnowThatItHasEnded() {
        List<PendingLease> pending = new ArrayList<>();
        AtomicReference<@Nullable Leases> opened = new AtomicReference<>();
        LeaseOptions options = options()
                .listener(at(
                        LeaseEvent.Type.ENDED,
                        () -> pending.addAll(
                                Objects.requireNonNull(opened.get()).pending())))
                .build();
        try (Leases leases = Leases.of(client, options)) {
            opened.set(leases);
            leases.rent(JOB).close();

            assertThat(pending).containsExactly(new PendingLease(LeaseState.ENDING, false, "job-5529", "instance-1"));
            assertThat(leases.pending()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"RENEWED", "ENDING", "ENDED"})
    void aListenerMayCloseTheLeases(LeaseEvent.Type type) {
        Leases leases = closedByItsListener(type);
        InstanceLease lease = leases.rent(JOB);
        lease.extend(HOUR);
        lease.close();

        assertThat(types()).endsWith(LeaseEvent.Type.ENDED);
        assertThat(account.instances()).isEmpty();
        assertThatThrownBy(() -> leases.rent(JOB)).isInstanceOf(LeasesClosedException.class);
    }

    @Test
    void aListenerMayCloseTheLeasesIfTheInstanceIsNotDestroyed() {
        Leases leases = closedByItsListener(LeaseEvent.Type.NOT_DESTROYED);
        InstanceLease lease = leases.rent(JOB);
        account.failing("destroy", 1_000, Reply.code(1, "not now"));

        assertThatThrownBy(lease::close).isInstanceOf(InstanceNotDestroyedException.class);
        assertThatThrownBy(() -> leases.rent(JOB)).isInstanceOf(LeasesClosedException.class);
    }

    private Leases closedByItsListener(LeaseEvent.Type type) {
        AtomicReference<@Nullable Leases> opened = new AtomicReference<>();
        LeaseOptions options = options()
                .listener(at(type, () -> Objects.requireNonNull(opened.get()).close()))
                .build();
        opened.set(Leases.of(client, options));
        return Objects.requireNonNull(opened.get());
    }

    @Test
    void aRecoveryKnowsWhatTheProcessHadPut(@TempDir Path killed) {
        Leases running = start();
        InstanceLease ended = running.rent(JOB);
        ended.put("step", "1");
        ended.put("step", "2");
        ended.put("begun", "yes");
        ended.extend(HOUR);
        copyRecords(journal, killed);
        LeaseOptions options = options().journal(killed).recoverOnStart(false).build();
        Map<String, String> expected = Map.of("step", "2", "begun", "yes");
        try (Leases next = Leases.of(anotherClient(), options)) {
            RecoveryReport report = next.recover(found -> {
                assertThat(found.data()).isEqualTo(expected);
                return RecoveryDecision.RESUME;
            });

            assertThat(report.adopted())
                    .singleElement()
                    .satisfies(lease -> assertThat(lease.data()).isEqualTo(expected));
        }
        running.close();
    }

    @Test
    void aRecoveryKnowsTheDataOfThePlanAlthoughTheInstanceBoots(@TempDir Path killed) {
        Map<String, String> data = Map.of("step", "1");
        LeaseOptions booting = options()
                .listener(at(LeaseEvent.Type.BOOTING, () -> copyRecords(journal, killed)))
                .build();
        LeaseOptions options = options().journal(killed).recoverOnStart(false).build();
        Leases running = Leases.of(client, booting);
        running.rent(JOB.toBuilder().data(data).build());
        try (Leases next = Leases.of(anotherClient(), options)) {
            next.recover(found -> {
                assertThat(found.data()).isEqualTo(data);
                return RecoveryDecision.RESUME;
            });

            assertThat(next.openLeases())
                    .singleElement()
                    .satisfies(lease -> assertThat(lease.data()).isEqualTo(data));
        }
        running.close();
    }

    @Test
    void theDataOfARentalIsKnownByItsTagUntilLongAfterItsEnd() {
        RentalPlan plan = JOB.toBuilder().data(Map.of("step", "1")).build();
        Map<String, String> expected = Map.of("step", "1", "end", "idle");
        try (Leases leases = start()) {
            assertThat(leases.data("job-5529")).isEmpty();
            InstanceLease lease = leases.rent(plan);
            assertThat(lease.lastsUntil()).isEqualTo(lease.endsAt());
            lease.close();
            leases.put("job-5529", "end", "idle");
            leases.put("job-0", "end", "idle");

            assertThat(leases.data("job-5529")).isEqualTo(expected);
            assertThat(leases.data("job-0")).isEmpty();
        }
        try (Leases next = start()) {
            next.put("job-5529", "end", "of another process");
            assertThat(next.data("job-5529")).isEqualTo(expected);
        }
    }

    @Test
    void theDataOfALeaseIsLimited() {
        try (Leases leases = start()) {
            InstanceLease lease = leases.rent(JOB);
            lease.put("key", "x".repeat(4000));

            assertThatThrownBy(() -> lease.put("more", "x".repeat(200)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("4 KiB");
            Map<String, String> tooLong = Map.of("key", "x".repeat(4094));
            assertThatThrownBy(() -> JOB.toBuilder().data(tooLong)).hasMessageContaining("4 KiB");
            assertThat(lease.data()).containsOnlyKeys("key");
        }
    }

    private static final Duration PAUSE = Duration.ofMinutes(3);

    /** The shortest time that the service accepts, with the tolerance for its clock. */
    private static final Duration LEAD = Duration.ofMinutes(5)
            .plus(LeaseOptions.builder().withoutJournal().build().clockTolerance());

    private static final RentalPlan RENEWED =
            JOB.toBuilder().renewTimerEvery(PAUSE).build();

    @Test
    void aTimerIsRenewedWhileTheProgramRunsAndNeverBeyondTheLifetime() {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(RENEWED);
            Instant begun = time.now();
            assertThat(lease.endsAt()).isEqualTo(begun.plus(PAUSE).plus(LEAD));
            Instant last = begun.plus(HOUR);
            while (time.now().isBefore(last)) {
                assertThat(lease.endsAt()).isAfter(time.now()).isBeforeOrEqualTo(last);
                assertThat(Instant.ofEpochSecond(account.shutdownTime("instance-1")))
                        .isEqualTo(lease.endsAt());
                pass(leases, MINUTE);
            }
            assertThat(lease.endsAt()).isEqualTo(last);
            assertThat(types()).contains(LeaseEvent.Type.RENEWED).doesNotContain(LeaseEvent.Type.RENEWAL_FAILED);
        }
    }

    @Test
    void aRenewalThatFailsIsTriedAgainCountedAndReported() {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(RENEWED);
            Instant end = lease.endsAt();
            account.failing("shutdown_timer", 6, Reply.json(503, "{}"));
            pass(leases, MINUTE.multipliedBy(6));

            assertThat(types()).contains(LeaseEvent.Type.RENEWAL_FAILED).endsWith(LeaseEvent.Type.RENEWED);
            assertThat(leases.statistics().renewalFailures()).isPositive();
            assertThat(lease.endsAt()).isAfter(end);
        }
    }

    @Test
    void extendMovesTheEndOfTheLifetime() {
        try (DefaultLeases leases = start()) {
            InstanceLease lease = leases.rent(RENEWED);
            Instant until = time.now().plus(HOUR).plus(HOUR);

            assertThat(lease.extend(HOUR)).isEqualTo(until);
            pass(leases, MINUTE.multipliedBy(120));
            assertThat(lease.endsAt()).isEqualTo(until);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandOverGivesTheNextStartTime(boolean longLifetime) {
        LeaseOptions options = handingOver(journal).build();
        RentalPlan plan = longLifetime
                ? RENEWED
                : RENEWED.toBuilder().maxLifetime(Duration.ofMinutes(20)).build();
        Instant begun;
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(plan);
            begun = time.now();
        }
        Instant end = begun.plus(longLifetime ? options.handOverTime() : Duration.ofMinutes(20));
        assertThat(Instant.ofEpochSecond(account.shutdownTime("instance-1"))).isEqualTo(end);

        try (DefaultLeases next = DefaultLeases.open(client, options)) {
            assertThat(next.openLeases()).singleElement().satisfies(lease -> {
                assertThat(lease.endsAt()).isEqualTo(end);
                pass(next, MINUTE.multipliedBy(60));
                assertThat(lease.endsAt()).isEqualTo(begun.plus(plan.maxLifetime()));
                lease.close();
            });
        }
    }
}
