package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An instance counts as destroyed only if that is proven. */
class DestroyedInstancesTest extends AccountTestBase {

    private final Leases leases = Leases.of(client);

    @Test
    void oneEmptyListIsNoProofAfterAFailedDestroyRequest() {
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 1, Reply.json(500, "{}")).failing("list", 1, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
        assertThat(account.requests("destroy")).isEqualTo(2);
    }

    @Test
    void listsThatAreEmptyForAMinuteAreNoProof() {
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 4, Reply.json(500, "{}")).failing("list", 4, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void http404IsNoProof() {
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 2, Reply.json(404, "{}")).failing("list", 2, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void listsWithoutTheInstanceOverTheWholeWindowAreAProof() {
        InstanceLease lease = leases.rent(PLAN);
        account.failingAfterEffect("destroy", 1, Reply.json(500, "{}"));

        lease.close();

        assertThat(time.passed()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    }

    @Test
    void aLeaseThatWasClosedInVainCannotBeKept() {
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 1000, Reply.json(500, "{}"));
        assertThatThrownBy(leases::close).isInstanceOf(InstanceNotDestroyedException.class);

        assertThatThrownBy(lease::keep)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be kept");
    }
}
