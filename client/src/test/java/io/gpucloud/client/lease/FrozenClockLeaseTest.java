package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Leases with a timer whose pauses end but do not move its clock. */
class FrozenClockLeaseTest extends AccountTestBase {

    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final LeaseOptions OPTIONS = LeaseOptions.builder()
            .withoutJournal()
            .window(WINDOW)
            .interval(STEP)
            .clockTolerance(Duration.ZERO)
            .destroyDeadline(Duration.ofSeconds(10))
            .build();

    private static Reply respond(ReceivedRequest request, Reply creation) {
        return switch (request.operation()) {
            case "GET /instance/list" -> EMPTY_LIST;
            case "POST /instance/create_by_pod" -> creation;
            default -> Reply.code(-1, "the instance does not exist");
        };
    }

    private Leases leases(Reply creation) {
        server.respond(request -> respond(request, creation));
        GpuCloudClient client =
                TestClients.builder(server, time).timer(time.withFrozenClock()).build();
        return Leases.of(client, OPTIONS);
    }

    private Duration paused() {
        return time.sleeps().stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Test
    void endsADestructionAfterTheWindow() {
        leases(Reply.done()).destroyAndConfirm("never-was");

        assertThat(paused()).isBetween(WINDOW, WINDOW.multipliedBy(2));
    }

    @Test
    void endsTheSearchForAnInstanceAfterTheWindow() {
        Leases leases = leases(Reply.reset());

        assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
        assertThat(paused()).isEqualTo(WINDOW);
    }

    @Test
    void endsTheSearchForAFreeGpuInTime() {
        Reply noCapacity = Reply.json(400, "{\"code\":1,\"msg\":\"no free gpu\"}");
        RentalPlan patient = PLAN.toBuilder()
                .onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY)
                .createTimeout(WINDOW)
                .build();
        Leases leases = leases(noCapacity);

        assertThatThrownBy(() -> leases.rent(patient)).isInstanceOf(NoMatchingGpuException.class);
        assertThat(paused()).isBetween(WINDOW.minusSeconds(15), WINDOW);
    }
}
