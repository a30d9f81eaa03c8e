package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.CHEAP;
import static io.gpucloud.contract.lease.TestAccount.DEAR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static io.gpucloud.contract.lease.TestAccount.POD;
import static io.gpucloud.contract.lease.TestAccount.SOLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Create requests whose response is lost. */
class LostCreateResponseTest extends LeaseTestBase {

    private static final String CREATE = "createInstanceByPod";
    /** Does not repeat a create request, because the search for its instance takes longer. */
    private static final RentalPlan ONE_ATTEMPT =
            PLAN.toBuilder().createTimeout(Duration.ofMinutes(1)).build();

    private static final StubFault LOST =
            StubFault.resetAfterEffect().on(CREATE).times(1);
    private static final StubFault NOT_CREATED =
            StubFault.resetConnection().on(CREATE).times(1);

    private Leases soleLeasesThatAfterACreation(Runnable action) {
        return Leases.of(account.clientThatAfter(ApiOperation.CREATE_INSTANCE_BY_POD, action), SOLE);
    }

    private static CreationOutcomeUnknownException notRented(Leases leases, RentalPlan plan) {
        return catchThrowableOfType(CreationOutcomeUnknownException.class, () -> leases.rent(plan));
    }

    /** Faults that lose the response after the request took effect. */
    static Stream<StubFault> lostResponses() {
        return Stream.of(
                StubFault.resetAfterEffect(),
                StubFault.truncateBody(),
                StubFault.status(500).afterEffect(),
                StubFault.status(502).afterEffect(),
                StubFault.code(-2, "execution failed").afterEffect());
    }

    @ParameterizedTest
    @MethodSource("lostResponses")
    void adoptsAnInstanceAfterALostResponse(StubFault lost) {
        Instance other = account.foreign();
        account.faults().set(lost.on(CREATE).times(1));

        try (InstanceLease lease = account.soleLeases().rent(PLAN)) {
            assertThat(account.listed()).containsExactlyInAnyOrder(lease.instanceUuid(), other.instanceUuid());
        }
        assertThat(account.requestCount(CREATE)).isEqualTo(2);
        assertThat(account.instances()).containsExactly(other.instanceUuid());
    }

    @Test
    void adoptsAnInstanceThatIsListedLateByAnUnreliableList() {
        account.faults().set(LOST);
        account.faults().set(StubFault.listLag(Duration.ofSeconds(100)));
        StubFault oneReadAndAnAttempt = StubFault.status(503)
                .on("listInstances")
                .times(RequestOptions.defaults().maxAttempts() + 1);
        Leases leases = soleLeasesThatAfterACreation(() -> account.faults().set(oneReadAndAnAttempt));

        leases.rent(PLAN).close();

        assertThat(account.requestCount(CREATE)).isEqualTo(1);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void failsAtOnceIfTheClientIsClosed() {
        account.faults().set(LOST);
        List<GpuCloudClient> closing = new ArrayList<>();
        closing.add(account.clientThatAfter(
                ApiOperation.CREATE_INSTANCE_BY_POD, () -> closing.get(0).close()));

        assertThatThrownBy(() -> Leases.of(closing.get(0), SOLE).rent(PLAN))
                .isInstanceOf(CreationOutcomeUnknownException.class)
                .hasMessageContaining("the list could not be read")
                .hasSuppressedException(new IllegalStateException("the client was closed"));

        assertThat(account.time().passed()).isZero();
    }

    @Test
    void namesTheCandidateAndAdoptsNothingUnlessTheOnlyUser() {
        account.faults().set(LOST);

        CreationOutcomeUnknownException unknown = notRented(account.leases(), PLAN);

        assertThat(unknown.mayHaveTakenEffect()).isTrue();
        assertThat(account.instances()).singleElement().satisfies(left -> {
            assertThat(unknown.candidates()).extracting(Instance::instanceUuid).containsExactly(left);
            assertThat(unknown).hasMessageContaining(left);
        });
        assertThat(account.requestCount(CREATE)).isEqualTo(1);
        assertThat(account.requestCount("destroyInstance")).isZero();
    }

    @Test
    void namesAllCandidatesIfAnotherProgramCreatesAtTheSameTime() {
        account.faults().set(LOST);
        List<Instance> foreign = new ArrayList<>();
        Leases leases = soleLeasesThatAfterACreation(() -> foreign.add(account.foreign()));

        CreationOutcomeUnknownException unknown = notRented(leases, PLAN);

        assertThat(unknown.candidates())
                .extracting(Instance::instanceUuid)
                .hasSize(2)
                .containsExactlyInAnyOrderElementsOf(account.instances());
        assertThat(account.requestCount("destroyInstance")).isZero();
    }

    /** The list may show another name of the model or of the image, so that neither excludes an instance. */
    @ParameterizedTest
    @CsvSource({POD + "," + DEAR, "pod-comfyui," + CHEAP})
    void namesAnotherInstanceAndDoesNotTouchIt(String podUuid, String gpuUuid) {
        account.faults().set(NOT_CREATED);
        Runnable other = () -> account.client()
                .instances()
                .create(InstanceSpec.builder().podUuid(podUuid).gpuUuid(gpuUuid).build());
        Leases leases = TestAccount.leases(account.clientThatAfter(ApiOperation.CREATE_INSTANCE_BY_POD, other));

        CreationOutcomeUnknownException unknown = notRented(leases, ONE_ATTEMPT);

        assertThat(unknown.candidates()).hasSize(1);
        assertThat(account.instances()).hasSize(1);
        assertThat(account.requestCount("destroyInstance")).isZero();
    }

    @Test
    void failsIfNothingIsListedWithinTheWindow() {
        account.faults().set(NOT_CREATED);

        CreationOutcomeUnknownException unknown = notRented(account.soleLeases(), ONE_ATTEMPT);

        assertThat(unknown).hasMessageContaining("none was listed within 2 minutes");
        assertThat(unknown.candidates()).isEmpty();
        assertThat(account.requestCount(CREATE)).isEqualTo(1);
        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    }

    @Test
    void failsIfTheListCannotBeRead() {
        account.faults().set(LOST);
        Leases leases = soleLeasesThatAfterACreation(
                () -> account.faults().set(StubFault.status(500).on("listInstances")));

        CreationOutcomeUnknownException unknown = notRented(leases, PLAN);

        assertThat(unknown).hasMessageContaining("the list could not be read");
    }

    @Test
    void createsNothingIfTheListCannotBeReadBefore() {
        account.faults().set(StubFault.status(500).on("listInstances"));

        assertThatThrownBy(() -> account.soleLeases().rent(PLAN)).isInstanceOf(ServerException.class);

        assertThat(account.requestCount(CREATE)).isZero();
        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
    }

    @Test
    void adoptsAnInstanceOfAnImage() {
        account.faults()
                .set(StubFault.resetAfterEffect().on("createInstanceByImage").times(1));

        RentalPlan plan = RentalPlan.builder()
                .imageUuid("img-pytorch-2.5")
                .maxLifetime(TestAccount.HOUR)
                .build();

        try (InstanceLease lease = account.soleLeases().rent(plan)) {
            assertThat(lease.instance().imageUuid()).isEqualTo("img-pytorch-2.5");
        }
        assertThat(account.requestCount("createInstanceByImage")).isEqualTo(1);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void continuesAlthoughTheThreadIsInterrupted() {
        account.faults().set(LOST);
        Leases leases =
                soleLeasesThatAfterACreation(() -> Thread.currentThread().interrupt());

        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(WaitFailedException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(account.instances()).isEmpty();
    }
}
