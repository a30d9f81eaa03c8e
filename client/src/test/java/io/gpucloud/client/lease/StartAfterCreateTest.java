package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.RentingService;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases with a service that does not start new instances by itself. */
class StartAfterCreateTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", HOUR).withGpus("gpu");
    private static final LeaseOptions OPTIONS = LeaseOptions.defaults().withOwner("nightly");

    private final TestTime time = new TestTime();
    private final RentingService service = new RentingService();
    private final FaultServer server = new FaultServer(service::reply);
    private final GpuCloudClient client = TestClients.connect(server, time);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private InstanceLease rent(LeaseOptions options) {
        return Leases.of(client, options).rent(PLAN);
    }

    @Test
    void startsAnInstanceThatTheServiceDoesNotStart() {
        service.replyToStart(Reply.done());

        InstanceLease lease = rent(OPTIONS.withStartAfterCreate());

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

        assertThatThrownBy(() -> rent(OPTIONS.withStartAfterCreate())).isInstanceOf(OperationFailedException.class);

        assertThat(service.hasInstance()).isFalse();
    }

    @Test
    void waitsForAnInstanceThatMayHaveBeenStarted() {
        service.replyToStart(Reply.reset());

        assertThat(rent(OPTIONS.withStartAfterCreate()).timerVerified()).isTrue();
        assertThat(service.times("startup")).isEqualTo(1);
    }
}
