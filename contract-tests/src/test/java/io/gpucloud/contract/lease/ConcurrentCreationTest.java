package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static io.gpucloud.contract.lease.TestAccount.SOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Creations of one client at the same time: no two of them take the same instance. */
class ConcurrentCreationTest extends LeaseTestBase {

    private static final String CREATE = "createInstanceByPod";
    private static final StubFault NOT_CREATED =
            StubFault.resetConnection().on(CREATE).times(1);
    /** Its time is over before the create request could be repeated. */
    private static final RentalPlan ONE_REQUEST =
            PLAN.toBuilder().createTimeout(Duration.ofMinutes(1)).build();

    @Test
    void adoptsADifferentInstanceForEachConcurrentCreation() {
        account.faults().set(StubFault.resetAfterEffect().on(CREATE).times(3));
        // The account's clock moves with every pause, so a thread that is stopped in the meantime must be waited for.
        LeaseOptions patient = SOLE.toBuilder()
                .window(SOLE.destroyDeadline())
                .interval(SOLE.interval())
                .clockTolerance(SOLE.clockTolerance())
                .build();
        RentalPlan plan = PLAN.toBuilder().bootTimeout(Duration.ofHours(1)).build();
        Leases leases = Leases.of(account.client(), patient);
        Leases others = Leases.of(account.client(), patient);

        List<CompletableFuture<InstanceLease>> rentals =
                List.of(leases.rentAsync(plan), others.rentAsync(plan), leases.rentAsync(plan), others.rentAsync(plan));
        List<InstanceLease> rented =
                rentals.stream().map(CompletableFuture::join).toList();

        assertThat(rented)
                .extracting(InstanceLease::instanceUuid)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(account.listed());
        assertThat(account.requestCount(CREATE)).isEqualTo(4);
        leases.close();
        others.close();
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void doesNotAdoptAnInstanceThatAPendingResponseMayName() {
        CreationOutcomeUnknownException unknown = rentWhileAnotherRents(ApiOperation.CREATE_INSTANCE_BY_POD, 1);

        assertThat(unknown.candidates()).hasSize(1);
    }

    @Test
    void doesNotAdoptAnInstanceOfALeaseThatIsListedLate() {
        CreationOutcomeUnknownException unknown = rentWhileAnotherRents(ApiOperation.LIST_INSTANCES, 2);

        assertThat(unknown.candidates()).isEmpty();
    }

    /** Fails to rent during another rental, whose instance is listed late. */
    private CreationOutcomeUnknownException rentWhileAnotherRents(ApiOperation moment, int occurrence) {
        AtomicInteger calls = new AtomicInteger();
        List<CreationOutcomeUnknownException> unknown = new ArrayList<>();
        List<Leases> leases = new ArrayList<>();
        Runnable failToRent = () -> {
            if (calls.incrementAndGet() == occurrence) {
                account.faults().set(NOT_CREATED);
                unknown.add(catchThrowableOfType(
                        CreationOutcomeUnknownException.class,
                        () -> leases.get(0).rent(ONE_REQUEST)));
            }
        };
        leases.add(Leases.of(account.clientThatAfter(moment, failToRent), SOLE));
        account.faults().set(StubFault.listLag(Duration.ofSeconds(60)).times(1));

        leases.get(0).rent(PLAN).close();

        assertThat(account.instances()).isEmpty();
        return unknown.get(0);
    }
}
