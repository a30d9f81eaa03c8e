package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.RentingService;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The titles of leased instances, also with a service that cannot rename instances. */
class LeaseTitleTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", HOUR).withGpus("gpu");
    private static final LeaseOptions OPTIONS = LeaseOptions.defaults().withOwner("nightly");

    private final TestTime time = new TestTime();
    private final RentingService service = new RentingService();
    private final FaultServer server = new FaultServer(service::reply);
    private final GpuCloudClient client = TestClients.connect(server, time);
    private final CapturedLog log = new CapturedLog("io.gpucloud.client.lease");

    @AfterEach
    void stop() {
        log.close();
        client.close();
        server.close();
    }

    private List<String> warnings() {
        return log.messages(Level.WARN, service.instanceUuid());
    }

    private InstanceLease rent(LeaseOptions options) {
        return Leases.of(client, options).rent(PLAN);
    }

    @Test
    void givesAnInstanceItsTitleDirectlyAfterTheCreation() {
        Leases.of(client, OPTIONS).rent(PLAN.withTitle("training of the " + "x".repeat(50)));

        assertThat(service.operations()).startsWith("list", "create_by_pod", "update_title", "list");
        assertThat(service.titles())
                .containsExactly("{\"instance_uuid\":\"" + service.instanceUuid()
                        + "\",\"title\":\"nightly: training of the " + "x".repeat(25) + "\"}");
    }

    @Test
    void goesOnWithoutATitleAndWarnsOnceForTheClient() {
        service.replyToNewTitle(Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));

        rent(OPTIONS).close();
        rent(OPTIONS.withOwner("other"));

        assertThat(service.hasInstance()).isTrue();
        assertThat(service.times("update_title")).isEqualTo(2);
        assertThat(warnings()).singleElement().asString().contains("cannot be renamed");
    }
}
