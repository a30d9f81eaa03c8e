package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.HourlyPrice;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Selects GPU models, pods and images, and creates specifications from them. */
class GpuSelectionTest extends ClientTestBase {

    private static final String LIST = """
            {"gpu_list":[
              {"gpu_uuid":"dear","status":1,"price":{"hour":8}},
              {"gpu_uuid":"fits","status":1,"price":{"hour":2.5}},
              {"gpu_uuid":"sold-out","status":0,"price":{"hour":1}},
              {"gpu_uuid":"cheap","status":1,"price":{"hour":2}},
              {"gpu_uuid":"as-cheap","status":1,"price":{"hour":2.0}},
              {"gpu_uuid":"other","status":7,"price":{"hour":1}},
              {"gpu_uuid":"silent","price":{"hour":1}},
              {"gpu_uuid":"unpriced","status":1}
            ],"total":8}""".replace("\n", "");

    private static final GpuModel GPU = GpuModel.builder().gpuUuid("gpu").build();

    GpuSelectionTest() {
        server.reply(Reply.data(LIST));
    }

    private GpuModel cheapest(String maxHourlyPrice) {
        return client.gpus().cheapestAvailable(new BigDecimal(maxHourlyPrice));
    }

    @Test
    void returnsTheFirstOfTheCheapestModelsThatAreAvailable() {
        assertThat(cheapest("2.50").gpuUuid()).isEqualTo("cheap");
        assertThat(cheapest("2").gpuUuid()).isEqualTo("cheap");
    }

    @Test
    void comparesThePriceOfTheWholeInstance() {
        Pod pod = Pod.builder()
                .uuid("pod")
                .price(Price.builder().hour(new BigDecimal("1.5")).build())
                .build();
        Pod unpriced = Pod.builder().uuid("pod").build();
        BigDecimal twoGpusAndThePod = new BigDecimal("5.5");
        assertThat(client.gpus().cheapestAvailable(twoGpusAndThePod, 2, pod).gpuUuid())
                .isEqualTo("cheap");
        assertThatThrownBy(() -> client.gpus().cheapestAvailable(new BigDecimal("5.49"), 2, pod))
                .isInstanceOf(NoMatchingGpuException.class)
                .hasMessageContaining("5.5 an hour");
        assertThatThrownBy(() -> client.gpus().cheapestAvailable(twoGpusAndThePod, 2, unpriced))
                .hasMessageContaining("(the pod has no hourly price)");
        assertThat(HourlyPrice.largest(BigDecimal.ONE, 4, BigDecimal.TEN)).isEqualByComparingTo("40");
    }

    @Test
    void namesTheReasonOfEachModelWhenNoneIsAvailable() {
        NoMatchingGpuException none = catchThrowableOfType(NoMatchingGpuException.class, () -> cheapest("1.99"));

        assertThat(none.reasons())
                .containsExactly(
                        Map.entry("dear", "8 an hour"),
                        Map.entry("fits", "2.5 an hour"),
                        Map.entry("sold-out", "status UNAVAILABLE (0)"),
                        Map.entry("cheap", "2 an hour"),
                        Map.entry("as-cheap", "2.0 an hour"),
                        Map.entry("other", "status UNKNOWN (7)"),
                        Map.entry("silent", "status missing"),
                        Map.entry("unpriced", "no hourly price is listed"));
        assertThat(none)
                .hasMessageContaining("no GPU model is available for at most 1.99 an hour")
                .hasMessageContaining("sold-out (status UNAVAILABLE (0))");
        assertThat(none.mayHaveTakenEffect()).isFalse();
    }

    @Test
    void rejectsAPriceThatIsNotPositive() {
        assertThatThrownBy(() -> cheapest("0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxHourlyPrice must be positive, not 0");
    }

    @Test
    void createsASpecificationFromPodOrImageAndGpuModel() {
        Pod pod = Pod.builder().uuid("pod").build();
        PrivateImage mine = PrivateImage.builder().uuid("private").build();
        MarketImage market = MarketImage.builder().uuid("market").build();

        assertThat(InstanceSpec.of(pod, GPU))
                .isEqualTo(InstanceSpec.builder().podUuid("pod").gpuUuid("gpu").build());
        assertThat(InstanceSpec.of(mine, GPU))
                .isEqualTo(InstanceSpec.builder()
                        .imageUuid("private")
                        .gpuUuid("gpu")
                        .build());
        assertThat(InstanceSpec.of(market, GPU))
                .isEqualTo(InstanceSpec.builder()
                        .imageUuid("market")
                        .gpuUuid("gpu")
                        .build());
    }

    @Test
    void keepsTheValuesOfACopiedSpecification() {
        InstanceSpec pod = InstanceSpec.builder()
                .podUuid("pod")
                .podTag("1.10")
                .gpuUuid("gpu")
                .gpuCount(4)
                .build();
        InstanceSpec image = InstanceSpec.builder()
                .imageUuid("image")
                .gpuUuid("gpu")
                .gpuCount(2)
                .build();

        assertThat(pod.toBuilder().build()).isEqualTo(pod).hasSameHashCodeAs(pod);
        assertThat(image.toBuilder().build()).isEqualTo(image).isNotEqualTo(pod);
        assertThat(pod.toBuilder().gpuCount(2).build()).isNotEqualTo(pod);
        assertThat(pod.toBuilder().podTag(null).build()).isNotEqualTo(pod);
        assertThat(pod).hasToString("InstanceSpec[pod pod:1.10, 4 x gpu]");
    }

    @Test
    void rejectsASpecificationThatLacksAnIdentifier() {
        assertThatThrownBy(() -> InstanceSpec.builder().gpuUuid("gpu").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an instance needs either a pod or an image");
        assertThatThrownBy(() -> InstanceSpec.builder()
                        .podUuid("pod")
                        .imageUuid("image")
                        .gpuUuid("gpu")
                        .build())
                .hasMessage("an instance needs either a pod or an image");
        assertThatThrownBy(() -> InstanceSpec.builder()
                        .imageUuid("image")
                        .podTag("1")
                        .gpuUuid("gpu")
                        .build())
                .hasMessage("an image has no podTag");
        assertThatThrownBy(() -> InstanceSpec.builder().podUuid("pod").podTag(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("podTag must not be blank");
        assertThatThrownBy(() -> InstanceSpec.builder().imageUuid("image").build())
                .isInstanceOf(NullPointerException.class)
                .hasMessage("gpuUuid");
    }
}
