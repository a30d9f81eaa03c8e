package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.testing.Reply;
import org.junit.jupiter.api.Test;

/** Leases with a service that does not start new instances by itself. */
class StartAfterCreateTest extends AccountTestBase {

    private static final LeaseOptions OPTIONS =
            LeaseOptions.builder().startAfterCreate(true).build();

    private InstanceLease rent() {
        account.startsOnRequest();
        return Leases.of(client, OPTIONS).rent(PLAN);
    }

    @Test
    void startsAnInstanceThatTheServiceDoesNotStart() {
        InstanceLease lease = rent();

        assertThat(account.operations()).startsWith("list", "create_by_pod", "update_title", "startup", "list");
        assertThat(account.requests("startup")).isEqualTo(1);
        assertThat(lease.timerVerified()).isTrue();
    }

    @Test
    void destroysAnInstanceWhoseStartIsRejected() {
        account.failing("startup", 1, Reply.code(-1, "its state does not allow this"));

        assertThatThrownBy(() -> rent()).isInstanceOf(OperationFailedException.class);

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void repeatsAStartThatTheRateLimitRejects() {
        account.failing("startup", 6, Reply.json(429, "{}"));

        assertThat(rent().timerVerified()).isTrue();
        assertThat(account.requests("startup")).isEqualTo(7);
    }

    @Test
    void waitsForAnInstanceThatMayHaveBeenStarted() {
        account.failingAfterEffect("startup", 1, Reply.reset());

        assertThat(rent().timerVerified()).isTrue();
        assertThat(account.requests("startup")).isEqualTo(1);
    }
}
