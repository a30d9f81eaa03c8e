package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kinds of incidents that services have reported in public. {@link DestroyedInstancesTest} has those in which a destroy request or the list
 * after it misleads.
 */
class IncidentsTest extends AccountTestBase {

    private static final LeaseOptions SOLE =
            LeaseOptions.builder().soleUser(true).build();
    private static final Duration OUTAGE = Duration.ofMinutes(3);

    private Instant outageEnds = Instant.MIN;
    private String failing = "";
    private int status = 503;

    private Reply replyUnlessDown(ReceivedRequest request) {
        boolean affected = request.operation().endsWith(failing);
        if (affected && !failing.isEmpty() && outageEnds.equals(Instant.MIN)) {
            outageEnds = time.now().plus(OUTAGE);
        }
        return time.now().isBefore(outageEnds) ? Reply.json(status, "{}") : account.reply(request);
    }

    private void rentAndClose() {
        try (FaultServer unreliable = new FaultServer(this::replyUnlessDown);
                GpuCloudClient connected = TestClients.connect(unreliable, time);
                Leases leases = Leases.of(connected, SOLE)) {
            InstanceLease lease = leases.rent(PLAN);
            assertThat(account.instances()).containsExactly(lease.instanceUuid());
            lease.close();
        }
        assertThat(account.instances()).isEmpty();
    }

    /** From the first request of the phase on, every request gets HTTP 503. */
    @ParameterizedTest
    @ValueSource(strings = {"/instance/list", "create_by_pod", "update_title", "/instance/destroy"})
    void theServiceIsDownForThreeMinutesInAPhase(String phase) {
        failing = phase;

        rentAndClose();
    }

    @Test
    void anInstanceWhoseTimerCannotBeSetIsDestroyedAfterTheOutage() {
        failing = "shutdown_timer";

        assertThatThrownBy(this::rentAndClose).isInstanceOf(ServerException.class);

        assertThat(account.instances()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/instance/list", "create_by_pod", "/instance/destroy"})
    void aRateLimitRejectsEverythingForThreeMinutes(String phase) {
        failing = phase;
        status = 429;

        rentAndClose();
    }

    @Test
    void theKeyIsReplacedWhileInstancesAreDestroyed() {
        failing = "/instance/destroy";
        status = 401;

        rentAndClose();
    }

    @Test
    void aCreateRequestFailsAfterItsEffect() {
        account.failingAfterEffect("create_by_pod", 1, Reply.json(500, "{}"));

        rentAndClose();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void theListLagsBehind() {
        account.failing("list", 20, EMPTY_LIST);

        rentAndClose();
    }
}
