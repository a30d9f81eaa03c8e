package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.Reply;
import org.junit.jupiter.api.Test;

/** Create requests with an unknown outcome are repeated only if these leases are the only user and no instance is listed. */
class RepeatedCreationTest extends AccountTestBase {

    private static final LeaseOptions SOLE =
            LeaseOptions.builder().soleUser(true).build();

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
}
