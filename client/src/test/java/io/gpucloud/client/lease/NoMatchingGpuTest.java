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
                    NoMatchingGpuException.class,
                    () -> TestClients.leases(client).rent(plan));
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

        assertThat(none)
                .hasMessageContaining(
                        "no GPU model fits maxHourlyPrice 1, raise it or name other models: dear (9 an hour at most,"
                                + " more than maxHourlyPrice 1)");
        assertThat(none.isCapacityMissing()).isFalse();
        assertThat(none.operation()).isEqualTo(ApiOperation.LIST_GPUS);
    }

    private static final String CHEAP_AND_DEAR = """
        {"gpu_list": [{"gpu_uuid": "cheap", "price": {"hour": 1.98}}, {"gpu_uuid": "dear", "price": {"hour": 6.48}},
        {"gpu_uuid": "daily", "price": {"day": 9}}], "total": 3}
        """;

    private static Reply pods(String price) {
        return Reply.data("{\"pod_list\":[{\"uuid\":\"pod\",\"title\":\"\"" + price + "}],\"total\":1}");
    }

    private static RentalPlan limited(String limit) {
        return PLAN.toBuilder().maxHourlyPrice(new BigDecimal(limit)).build();
    }

    @Test
    void namesThePodIfItIsNotListed() {
        Reply noPods = Reply.data("{\"pod_list\":[],\"total\":0}");

        assertThat(offer(limited("6"), noPods, Reply.data(CHEAP_AND_DEAR)).summary())
                .isEqualTo(
                        "maxHourlyPrice 6 cannot be checked, because pod pod is not in the list of pods; rent another"
                                + " pod, or without a limit");
        assertThat(offer(limited("6"), pods(""), Reply.data(CHEAP_AND_DEAR)).summary())
                .isEqualTo(
                        "maxHourlyPrice 6 cannot be checked, because pod pod has no hourly price; rent another pod, or"
                                + " without a limit");
    }

    @Test
    void namesTheModelThatIsNotListedOrHasNoPrice() {
        RentalPlan plan = limited("6").toBuilder().gpus("daily", "typo").build();

        assertThat(offer(plan, pods(",\"price\":{\"hour\":0}"), Reply.data(CHEAP_AND_DEAR))
                        .summary())
                .isEqualTo("no GPU model fits maxHourlyPrice 6, raise it or name other models:"
                        + " daily (no hourly price is listed); typo (not in the list of models)");
    }

    @Test
    void saysWhichModelsAreTooExpensiveWhenTheOthersAreNotFree() {
        NoMatchingGpuException none = offer(
                limited("6"),
                pods(",\"price\":{\"hour\":0}"),
                Reply.data(CHEAP_AND_DEAR),
                Reply.data("{\"instance_list\":[]}"),
                Reply.code(1, "no capacity"));

        assertThat(none.summary())
                .isEqualTo(
                        "no GPU is free: dear (6.48 an hour at most, more than maxHourlyPrice 6); cheap (no capacity)");
        assertThat(none.isCapacityMissing()).isTrue();
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
