package io.gpucloud.client.lease;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.RentingService;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Leases that rent from a service whose responses the test chooses. */
abstract class RentingServiceTestBase {

    static final Duration HOUR = Duration.ofHours(1);
    static final RentalPlan PLAN =
            RentalPlan.builder().podUuid("pod").maxLifetime(HOUR).gpus("gpu").build();
    static final LeaseOptions OPTIONS = LeaseOptions.builder().owner("nightly").build();

    final TestTime time = new TestTime();
    final RentingService service = new RentingService();
    final FaultServer server = new FaultServer(service::reply);
    final GpuCloudClient client = TestClients.connect(server, time);
    final CapturedLog log = new CapturedLog("io.gpucloud.client.lease");

    @AfterEach
    void stop() {
        log.close();
        client.close();
        server.close();
    }

    /** The warnings that name the instance. */
    List<String> warnings() {
        return log.messages(Level.WARN, service.instanceUuid());
    }

    InstanceLease rent(LeaseOptions options) {
        return Leases.of(client, options).rent(PLAN);
    }
}
