package io.gpucloud.contract.lease;

import static io.gpucloud.contract.lease.TestAccount.CHEAP;
import static io.gpucloud.contract.lease.TestAccount.DEAR;
import static io.gpucloud.contract.lease.TestAccount.HOUR;
import static io.gpucloud.contract.lease.TestAccount.PLAN;
import static io.gpucloud.contract.lease.TestAccount.POD;
import static io.gpucloud.contract.lease.TestAccount.SOLD_OUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.RejectionClassifier.Reason;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.testing.StubFault;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of the GPU model, its price, and the time of the rental. */
class RentalPlanTest extends LeaseTestBase {

    private static final String CREATE = "createInstanceByPod";
    private static final RentalPlan CHEAPEST = RentalPlan.ofPod(POD, HOUR);
    private static final NoCapacityPolicy NEXT = NoCapacityPolicy.TRY_NEXT_MODEL;
    private static final NoCapacityPolicy AGAIN = NoCapacityPolicy.WAIT_FOR_CAPACITY;

    private Leases leases;

    @BeforeEach
    void begin() {
        leases = account.leases();
    }

    private String rented(RentalPlan plan) {
        try (InstanceLease lease = leases.rent(plan)) {
            return String.valueOf(lease.instance().gpuUuid());
        }
    }

    private NoMatchingGpuException notRented(RentalPlan plan) {
        NoMatchingGpuException none = catchThrowableOfType(NoMatchingGpuException.class, () -> leases.rent(plan));
        assertThat(account.instances()).isEmpty();
        return none;
    }

    @Test
    void rentsTheCheapestModelUnlessModelsAreNamed() {
        assertThat(rented(CHEAPEST)).isEqualTo(CHEAP);
        assertThat(rented(CHEAPEST.toBuilder().gpus(DEAR, CHEAP).build())).isEqualTo(DEAR);
    }

    @Test
    void failsAtOnceWhenTheModelIsNotFree() {
        NoMatchingGpuException none = notRented(CHEAPEST.toBuilder()
                .gpus(SOLD_OUT, CHEAP)
                .onNoCapacity(NoCapacityPolicy.FAIL_AT_ONCE)
                .build());

        assertThat(none.reasons()).isEqualTo(Map.of(SOLD_OUT, "not enough free GPUs of this model"));
        assertThat(none).hasCauseInstanceOf(BadRequestException.class).hasMessageContaining(SOLD_OUT);
        assertThat(none.mayHaveTakenEffect()).isFalse();
        assertThat(account.requestCount(CREATE)).isEqualTo(1);
    }

    @Test
    void triesTheNextModelByDefault() {
        assertThat(rented(CHEAPEST.toBuilder().gpus(SOLD_OUT, DEAR).build())).isEqualTo(DEAR);
        account.capacity().stock(CHEAP, 0);

        assertThat(rented(CHEAPEST)).isEqualTo(DEAR);
    }

    @Test
    void triesAgainUntilAModelIsFree() {
        TreeMap<Instant, Integer> free = new TreeMap<>();
        free.put(account.time().now().plus(Duration.ofMinutes(5)), 1);
        account.capacity().schedule(CHEAP, 0, free);

        assertThat(rented(PLAN.toBuilder().onNoCapacity(AGAIN).build())).isEqualTo(CHEAP);
        assertThat(account.requestCount(CREATE)).isBetween(21, 41);
    }

    @Test
    void failsAtTheCreateTimeout() {
        notRented(PLAN.toBuilder()
                .gpus(SOLD_OUT)
                .onNoCapacity(AGAIN)
                .createTimeout(Duration.ofMinutes(2))
                .build());

        assertThat(account.time().passed()).isBetween(Duration.ofMinutes(11), Duration.ofMinutes(12));
    }

    @Test
    void skipsModelsAboveThePrice() {
        RentalPlan plan = CHEAPEST.toBuilder()
                .gpus(DEAR, CHEAP)
                .maxHourlyPrice(new BigDecimal("4.00"))
                .build();

        assertThat(rented(plan)).isEqualTo(CHEAP);
        assertThat(account.requestCount(CREATE)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({POD + ",2,5.94", "pod-text-inference,1,6.48"})
    void countsThePodAndAllGpusInThePrice(String podUuid, int gpuCount, BigDecimal price) {
        RentalPlan.Builder plan =
                RentalPlan.ofPod(podUuid, HOUR).toBuilder().gpus(CHEAP).gpuCount(gpuCount);
        BigDecimal less = price.subtract(new BigDecimal("0.01"));

        NoMatchingGpuException none = notRented(plan.maxHourlyPrice(less).build());

        assertThat(none.reasons())
                .isEqualTo(Map.of(CHEAP, price + " an hour at most, more than maxHourlyPrice " + less));
        assertThat(account.requestCount(CREATE)).isZero();
        assertThat(rented(plan.maxHourlyPrice(price).build())).isEqualTo(CHEAP);
    }

    @Test
    void skipsModelsWithoutAPrice() {
        NoMatchingGpuException none = notRented(PLAN.toBuilder()
                .gpus("unheard-of")
                .maxHourlyPrice(BigDecimal.TEN)
                .build());

        assertThat(none.reasons()).isEqualTo(Map.of("unheard-of", "not in the list of models"));
    }

    @Test
    void neverTreatsMissingFundsAsMissingCapacity() {
        account.faults()
                .set(StubFault.code(1, "insufficient balance for free GPUs").on(CREATE));

        assertThatThrownBy(() ->
                        leases.rent(CHEAPEST.toBuilder().onNoCapacity(AGAIN).build()))
                .isInstanceOf(BadRequestException.class);
        assertThat(account.requestCount(CREATE)).isEqualTo(1);
    }

    @Test
    void failsAtOnceForOtherReasons() {
        assertThatThrownBy(() -> leases.rent(PLAN.toBuilder()
                        .gpus("unheard-of", CHEAP)
                        .onNoCapacity(NEXT)
                        .build()))
                .isInstanceOf(BadRequestException.class)
                .hasMessageContaining("GPU model does not exist");

        account.faults().set(StubFault.status(429).on(CREATE));
        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(RateLimitedException.class);
    }

    @Test
    void usesAnotherClassifierOnRequest() {
        account.faults().set(StubFault.code(1, "come back on Monday").on(CREATE).times(1));
        leases = TestAccount.leases(account.another()
                .rejectionClassifier(rejection -> Reason.NO_CAPACITY)
                .build());

        assertThat(rented(CHEAPEST.toBuilder()
                        .gpus(CHEAP, DEAR)
                        .onNoCapacity(NEXT)
                        .build()))
                .isEqualTo(DEAR);
    }

    @Test
    void endsTheSearchWhenTheThreadIsInterrupted() {
        RentalPlan plan = PLAN.toBuilder().gpus(SOLD_OUT).onNoCapacity(AGAIN).build();
        Runnable interrupt = () -> Thread.currentThread().interrupt();
        leases = TestAccount.leases(account.clientThatAfter(ApiOperation.CREATE_INSTANCE_BY_POD, interrupt));

        assertThatThrownBy(() -> leases.rent(plan))
                .isInstanceOf(NoMatchingGpuException.class)
                .hasMessageContaining("interrupted");

        assertThat(Thread.interrupted()).isTrue();
    }
}
