package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.testing.Reply;
import org.junit.jupiter.api.Test;

/** Leases with a service that does not start new instances by itself. */
class StartAfterCreateTest extends RentingServiceTestBase {

    @Test
    void startsAnInstanceThatTheServiceDoesNotStart() {
        service.replyToStart(Reply.done());

        InstanceLease lease = rent(OPTIONS.toBuilder().startAfterCreate(true).build());

        assertThat(service.operations()).startsWith("list", "create_by_pod", "update_title", "startup", "list");
        assertThat(service.times("startup")).isEqualTo(1);
        assertThat(lease.timerVerified()).isTrue();
    }

    @Test
    void startsNoInstanceByDefault() {
        rent(OPTIONS);

        assertThat(service.times("startup")).isZero();
    }

    @Test
    void destroysAnInstanceWhoseStartIsRejected() {
        service.replyToStart(Reply.code(-1, "its state does not allow this"));

        assertThatThrownBy(() -> rent(OPTIONS.toBuilder().startAfterCreate(true).build()))
                .isInstanceOf(OperationFailedException.class);

        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void repeatsAStartThatTheRateLimitRejects() {
        Reply rejected = Reply.json(429, "{}");
        service.replyToStart(rejected, rejected, rejected, rejected, rejected, rejected, Reply.done());

        assertThat(rent(OPTIONS.toBuilder().startAfterCreate(true).build()).timerVerified())
                .isTrue();
        assertThat(service.times("startup")).isEqualTo(7);
    }

    @Test
    void waitsForAnInstanceThatMayHaveBeenStarted() {
        service.replyToStart(Reply.reset());

        assertThat(rent(OPTIONS.toBuilder().startAfterCreate(true).build()).timerVerified())
                .isTrue();
        assertThat(service.times("startup")).isEqualTo(1);
    }
}
