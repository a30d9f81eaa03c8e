package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The messages when no GPU model can be rented. Tests against the stub cover the reasons. */
class NoMatchingGpuTest {

    private static final RentalPlan PLAN = RentalPlan.ofPod("pod", Duration.ofHours(1));

    private static NoMatchingGpuException offer(RentalPlan plan, Reply... replies) {
        try (FaultServer server = FaultServer.replying(replies);
                GpuCloudClient client = TestClients.connect(server)) {
            return catchThrowableOfType(
                    NoMatchingGpuException.class, () -> Leases.of(client).rent(plan));
        }
    }

    @Test
    void doesNotSpeakOfPricesWhereAnyWillDo() {
        assertThat(offer(PLAN, Reply.data("{\"gpu_list\":[],\"total\":0}")))
                .hasMessageContaining("no GPU model is listed");
    }

    @Test
    void ignoresAGpuModelWithoutAnHourlyPrice() {
        String models = """
            {"gpu_list": [{"gpu_uuid": "daily", "price": {"day": 9}}, {"gpu_uuid": "weekly", "price": {"week": 50}}]}
            """;
        assertThat(offer(PLAN, Reply.data(models))).hasMessageContaining("no GPU model is listed");
    }

    @Test
    void givesAReasonOnceHoweverManyModelsHaveIt() {
        NoMatchingGpuException none = offer(
                PLAN.toBuilder()
                        .gpus("gpu-a", "gpu-b")
                        .onNoCapacity(NoCapacityPolicy.tryNextModel())
                        .build(),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity"),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity"));

        assertThat(none.summary()).isEqualTo("no GPU is free: gpu-a, gpu-b (no capacity)");
        assertThat(none.reasons()).containsOnlyKeys("gpu-a", "gpu-b");
    }

    @Test
    void isShortHoweverMuchTheServiceSays() {
        NoMatchingGpuException none = offer(
                PLAN.toBuilder().gpus("gpu").build(),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity" + " at all".repeat(1000)));

        assertThat(none.getMessage()).hasSizeLessThan(750).contains("no capacity at all");
        assertThat(none.reasons().get("gpu")).hasSize(7011);
    }
}
