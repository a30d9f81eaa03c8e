package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepReport;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reliable destruction of instances, one by one and in a sweep. */
class DestructionTest extends LeaseTestBase {

    private static final String DESTROY = "destroyInstance";
    private static final SweepCriteria ALL =
            SweepCriteria.olderThan(Duration.ofHours(1)).includeTimed().includeOtherOwners();

    private Leases leases;
    private String instance = "";

    @BeforeEach
    void begin() {
        leases = account.leases();
        instance = account.foreign().instanceUuid();
    }

    static Stream<StubFault> passingFailures() {
        return Stream.of(
                StubFault.refuseDestroy(),
                StubFault.status(500).on(DESTROY),
                StubFault.status(500).afterEffect().on(DESTROY),
                StubFault.resetConnection().on(DESTROY),
                StubFault.resetAfterEffect().on(DESTROY),
                StubFault.truncateBody().on(DESTROY),
                StubFault.html(502).on(DESTROY),
                StubFault.code(0, "success").on(DESTROY),
                StubFault.status(429).retryAfter(Duration.ofSeconds(20)).on(DESTROY),
                StubFault.status(500).on("listInstances"));
    }

    @ParameterizedTest
    @MethodSource("passingFailures")
    void repeatsUntilTheInstanceIsMissing(StubFault fault) {
        account.faults().set(fault.times(3));

        leases.destroyAndConfirm(instance);

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void waitsForAMinuteAtMostBetweenTwoDestroyRequests() {
        account.faults()
                .set(StubFault.status(429)
                        .retryAfter(Duration.ofDays(1))
                        .on(DESTROY)
                        .times(1));

        leases.destroyAndConfirm(instance);

        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(4));
    }

    @Test
    void waitsForAnImageThatUploads() {
        account.stubAccount().takesTime(Duration.ZERO, Duration.ZERO, Duration.ofMinutes(4));
        String busy = account.foreign().instanceUuid();
        account.client().instances().saveImage(busy);

        leases.destroyAndConfirm(busy);

        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void destroysAnInstanceThatIsListedLate() {
        account.faults().set(StubFault.listLag(Duration.ofSeconds(100)));
        String late = account.foreign().instanceUuid();
        account.faults().set(StubFault.refuseDestroy().times(4));

        leases.destroyAndConfirm(late);

        assertThat(account.instances()).containsExactly(instance);
    }

    static Stream<StubFault> unansweredDestructions() {
        return Stream.of(
                StubFault.status(401).on(DESTROY),
                StubFault.status(403).on(DESTROY),
                StubFault.status(500).on(DESTROY),
                StubFault.resetConnection().on(DESTROY));
    }

    /** Such a list may be late. Only a service that has accepted or looked for the instance knows. */
    @ParameterizedTest
    @MethodSource("unansweredDestructions")
    void doesNotBelieveListsAloneThatTheInstanceIsGone(StubFault fault) {
        account.faults().set(StubFault.listLag(Duration.ofMinutes(8)));
        String late = account.foreign().instanceUuid();
        account.faults().set(fault.times(10));

        leases.destroyAndConfirm(late);

        assertThat(account.instances()).containsExactly(instance);
    }

    static Stream<Arguments> lastingFailures() {
        return Stream.of(
                Arguments.of(StubFault.refuseDestroy(), "cannot be destroyed", OperationFailedException.class),
                Arguments.of(StubFault.status(401).on(DESTROY), "", AuthenticationException.class),
                Arguments.of(StubFault.status(403).on(DESTROY), "", PermissionDeniedException.class));
    }

    @ParameterizedTest
    @MethodSource("lastingFailures")
    void reportsTheInstanceThatIsLeftAtTheDeadline(StubFault fault, String message, Class<? extends Exception> cause) {
        account.faults().set(fault);

        assertThatThrownBy(() -> leases.destroyAndConfirm(instance))
                .isInstanceOfSatisfying(
                        InstanceNotDestroyedException.class,
                        left -> assertThat(left.instanceUuid()).isEqualTo(instance))
                .hasMessageContainingAll(instance, message)
                .hasCauseInstanceOf(cause);
        assertThat(account.requestCount(DESTROY)).isGreaterThan(5);
        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(11));
    }

    @Test
    void endsTheLeaseOfARentalThatCouldNotDestroyItsInstance() {
        account.faults().set(StubFault.neverBoot());
        account.faults().set(StubFault.status(500).on(DESTROY));
        RentalPlan slow = PLAN.toBuilder().bootTimeout(Duration.ofMinutes(1)).build();
        assertThatThrownBy(() -> leases.rent(slow)).isInstanceOf(WaitTimeoutException.class);
        assertThat(leases.statistics().open()).isEqualTo(1);
        String left = Objects.requireNonNull(leases.pending().get(0).instanceUuid());
        account.faults().clear();

        leases.destroyAndConfirm(left);

        assertThat(leases.statistics().open()).isZero();
        assertThat(leases.pending()).isEmpty();
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void continuesHoweverOftenTheThreadIsInterrupted() {
        account.faults().set(StubFault.refuseDestroy().times(2));
        Runnable interrupt = () -> Thread.currentThread().interrupt();

        TestAccount.leases(account.clientThatAfter(ApiOperation.DESTROY_INSTANCE, interrupt))
                .destroyAndConfirm(instance);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(account.instances()).isEmpty();
        assertThat(account.requestCount(DESTROY))
                .as("two that fail, one that destroys, and one whose rejection proves it")
                .isEqualTo(4);
    }

    @Test
    void doesNotAdoptAnInstanceThatASweepDestroys() {
        account.time().pass(Duration.ofHours(1));
        account.faults().set(StubFault.refuseDestroy().times(1));

        SweepReport report =
                sweepAndMeanwhile(leases -> assertThatThrownBy(() -> leases.adopt(instance, TestAccount.HOUR))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("is being swept"));

        assertThat(report.destroyed()).hasSize(1);
        assertThat(account.listed()).isEmpty();
    }

    /** Sweeps all instances, and performs an action in the first pause. */
    private SweepReport sweepAndMeanwhile(Consumer<Leases> action) {
        List<Leases> sweeping = new ArrayList<>();
        List<Consumer<Leases>> actions = new ArrayList<>(List.of(action));
        Runnable inThePause = () -> {
            if (!actions.isEmpty()) {
                actions.remove(0).accept(sweeping.get(0));
            }
        };
        sweeping.add(TestAccount.leases(account.another()
                .timer(account.time().beforeEachPause(inThePause))
                .build()));
        SweepReport report = sweeping.get(0).sweep(ALL).destroy();
        assertThat(actions).isEmpty();
        return report;
    }

    @Test
    void reportsInstancesThatASweepCouldNotDestroy() {
        account.time().pass(Duration.ofHours(1));
        account.faults().set(StubFault.refuseDestroy());

        SweepReport report = leases.sweep(ALL).destroy();

        assertThat(report.left())
                .extracting(InstanceNotDestroyedException::instanceUuid)
                .isEqualTo(List.of(instance));
        assertThat(report.destroyed()).isEmpty();
    }
}
