package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Create requests with an unknown outcome are repeated only if these leases are the only user and no instance is listed. Calls that fail before
 * a create request are repeated until the create timeout.
 */
class RepeatedCreationTest extends AccountTestBase {

    private static final LeaseOptions SOLE =
            LeaseOptions.builder().soleUser(true).build();
    private static final RentalPlan ANY_MODEL = RentalPlan.ofPod("pod", HOUR);

    @Test
    void theOnlyUserRentsAfterAFailureWithoutEffect() {
        account.failing("create_by_pod", 2, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            leases.rent(PLAN);

            assertThat(account.requests("create_by_pod")).isEqualTo(3);
            assertThat(account.instances()).hasSize(1);
            assertThat(time.passed()).isGreaterThan(SOLE.window().multipliedBy(2));
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedLateIsDestroyed() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(account.requests("create_by_pod")).isEqualTo(2);
            account.show("instance-1");
            leases.rent(PLAN).close();
            assertThat(account.instances()).containsExactly(lease.instanceUuid());
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedAfterTheRentalIsDestroyedWhenTheLeasesClose() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            InstanceLease lease = leases.rent(PLAN);
            account.show("instance-1");

            assertThat(account.instances()).containsExactly("instance-1", lease.instanceUuid());
        }
        assertThat(account.instances()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aServiceThatFailsForThreeMinutesDelaysARental(int status) {
        account.failing("gpu/list", 12, Reply.json(status, "{}")).failing("list", 12, Reply.json(status, "{}"));

        Leases.of(client).rent(ANY_MODEL).close();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(time.passed()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void aRejectedKeyFailsAtOnce() {
        account.failing("gpu/list", 1000, Reply.json(403, "{}"));

        assertThatThrownBy(() -> Leases.of(client).rent(ANY_MODEL)).isInstanceOf(PermissionDeniedException.class);

        assertThat(time.passed()).isZero();
    }

    @Test
    void theBootHasALimitOfItsOwn() {
        account.failing("create_by_pod", 10, Reply.code(1, "not enough free GPUs"));
        RentalPlan plan = PLAN.toBuilder()
                .onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY)
                .createTimeout(Duration.ofMinutes(15))
                .bootTimeout(Duration.ofMinutes(1))
                .build();

        assertThat(Leases.of(client).rent(plan).timerVerified()).isTrue();
        assertThat(time.passed()).isBetween(Duration.ofSeconds(75), Duration.ofSeconds(150));
    }
}
