package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.math.BigDecimal;
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
    void distinguishesThePriceFromMissingCapacity() {
        String models =
                "{\"gpu_list\": [{\"gpu_uuid\": \"dear\", \"gpu_name\": \"\", \"price\": {\"hour\": 9}}], \"total\": 1}";
        NoMatchingGpuException none = offer(
                PLAN.toBuilder().maxHourlyPrice(BigDecimal.ONE).build(),
                Reply.data("{\"pod_list\":[{\"uuid\":\"pod\",\"title\":\"\",\"price\":{\"hour\":0}}],\"total\":1}"),
                Reply.data(models));

        assertThat(none).hasMessageContaining("no GPU model fits the price: dear (9 an hour)");
        assertThat(none.isCapacityMissing()).isFalse();
        assertThat(none.operation()).isEqualTo(ApiOperation.LIST_GPUS);
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
                        .onNoCapacity(NoCapacityPolicy.TRY_NEXT_MODEL)
                        .build(),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity"),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity"));

        assertThat(none.summary()).isEqualTo("no GPU is free: gpu-a, gpu-b (no capacity)");
        assertThat(none.reasons()).containsOnlyKeys("gpu-a", "gpu-b");
        assertThat(none.isCapacityMissing()).isTrue();
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
