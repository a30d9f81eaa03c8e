package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An instance counts as destroyed only if that is proven. */
class DestroyedInstancesTest extends AccountTestBase {

    private final Leases leases = Leases.of(client);

    /** Once, for a minute, and with HTTP 404, which is no proof either. */
    @ParameterizedTest
    @CsvSource({"1, 500", "4, 500", "2, 404"})
    void emptyListsAreNoProofAfterFailedDestroyRequests(int times, int status) {
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", times, Reply.json(status, "{}")).failing("list", times, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
        assertThat(account.requests("destroy")).isEqualTo(times + 1);
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
