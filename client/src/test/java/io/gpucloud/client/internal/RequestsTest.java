package io.gpucloud.client.internal;

import static io.gpucloud.client.testing.TestTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.MarketImageFilter;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact requests, and arguments that are rejected before a request is sent. */
class RequestsTest extends ClientTestBase {

    private static final String FIFTY_EMOJI = "\uD83D\uDE80".repeat(50);
    private static final InstanceSpec IMAGE =
            InstanceSpec.builder().imageUuid("image").gpuUuid("gpu").gpuCount(8).build();

    /** Data that every operation can read. */
    private static final Reply ANY = Reply.data("{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"t\",\"pod_list\":[],"
            + "\"image_list\":[],\"order_list\":[],\"recharge_list\":[],\"total\":0}");

    RequestsTest() {
        server.reply(ANY);
    }

    /** A request with its body, and the call that sends it. */
    private static Arguments of(String request, Consumer<GpuCloudClient> call) {
        return Arguments.of(request, call);
    }

    static Stream<Arguments> changes() {
        InstanceSpec pod = TestClients.POD_SPEC;
        return Stream.of(
                of(
                        "/instance/create_by_pod {\"pod_uuid\":\"pod\",\"pod_tag\":\"1.10\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":4}",
                        client -> client.instances()
                                .create(pod.toBuilder()
                                        .podTag("1.10")
                                        .gpuCount(4)
                                        .build())),
                of(
                        "/instance/create_by_pod {\"pod_uuid\":\"pod\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":1}",
                        client -> client.instances().create(pod)),
                of(
                        "/instance/create_by_image {\"image_uuid\":\"image\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":8}",
                        client -> client.instances().create(IMAGE)),
                of(
                        "/instance/startup {\"instance_uuid\":\"i\"}",
                        client -> client.instances().start("i")),
                of(
                        "/instance/restart {\"instance_uuid\":\"i\"}",
                        client -> client.instances().restart("i")),
                of(
                        "/instance/destroy {\"instance_uuid\":\"i\"}",
                        client -> client.instances().destroy("i")),
                of(
                        "/instance/shutdown_timer {\"instance_uuid\":\"i\",\"shutdown_time\":1767229200,\"enable\":true}",
                        client -> client.instances().scheduleShutdown("i", START.plusSeconds(3600))),
                // From the clock of the client, rounded up.
                of(
                        "/instance/shutdown_timer {\"instance_uuid\":\"i\",\"shutdown_time\":1767225901,\"enable\":true}",
                        client -> client.instances().scheduleShutdown("i", Duration.ofMillis(300_001))),
                of(
                        "/instance/shutdown_timer {\"instance_uuid\":\"i\",\"shutdown_time\":0,\"enable\":false}",
                        client -> client.instances().cancelShutdown("i")),
                of(
                        "/instance/update_title {\"instance_uuid\":\"i\",\"title\":\"" + FIFTY_EMOJI + "\"}",
                        client -> client.instances().updateTitle("i", FIFTY_EMOJI)),
                of(
                        "/instance/update_title {\"instance_uuid\":\"i\",\"title\":\"\"}",
                        client -> client.instances().updateTitle("i", "")),
                of(
                        "/instance/save_image {\"instance_uuid\":\"i\"}",
                        client -> client.instances().saveImage("i")),
                of(
                        "/instance/save_image {\"instance_uuid\":\"i\",\"image_name\":\"base\",\"remark\":\"warm\"}",
                        client -> client.instances().saveImage("i", "base", "warm")),
                of(
                        "/image/private/delete {\"image_uuid\":\"image\"}",
                        client -> client.images().delete("image")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void containTheMembersOfTheCall(String request, Consumer<GpuCloudClient> call) {
        call.accept(client);

        ReceivedRequest sent = server.first();
        assertThat(sent.operation() + " " + sent.body()).isEqualTo("POST " + request);
        assertThat(sent.header("content-type")).isEqualTo("application/json");
        assertThat(server.requests()).isEqualTo(1);
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                of(
                        "/pod/list?page=2&page_size=20&name=a%2Bb%26c%3Dd%20%7Be%7D%20100%2525%20%2A%7E%C3%BC",
                        client -> client.pods().list("a+b&c=d {e} 100%25 *~ü").page(2)),
                of(
                        "/bill/list?page=1&page_size=50&charge_channel=2&order_number=B7",
                        client -> client.billing()
                                .bills(BillFilter.all()
                                        .withChannel(ChargeChannel.COMPUTE_CARD)
                                        .withOrderNumber("B7"))
                                .withPageSize(50)
                                .page(1)),
                of(
                        "/image/market/list?page=1&page_size=20&cuda_version=12.4&python_version=3.11",
                        client -> client.images()
                                .market(MarketImageFilter.all().withCuda("12.4").withPython("3.11"))
                                .page(1)),
                of(
                        "/recharge/list?page=1&page_size=20&trade_number=R7",
                        client -> client.billing().recharges("R7").page(1)));
    }

    @ParameterizedTest
    @MethodSource("queries")
    void containTheParametersOfTheCall(String request, Consumer<GpuCloudClient> call) {
        call.accept(client);

        assertThat(server.first().target()).isEqualTo("/api/open/v2" + request);
    }

    static Stream<Arguments> invalid() {
        return Stream.of(
                of(
                        "a shutdown lies at least 5 minutes ahead, not 4 minutes 59 seconds",
                        client -> client.instances().scheduleShutdown("i", Duration.ofSeconds(299))),
                of(
                        "the moment of a shutdown must not lie in 1970: 1970-01-01T00:01:00Z",
                        client -> client.instances().scheduleShutdown("i", Instant.ofEpochSecond(60))),
                of(
                        "a title has at most 50 characters, not 51",
                        client -> client.instances().updateTitle("i", FIFTY_EMOJI + "x")));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void areNotSentWithAnInvalidArgument(String message, Consumer<GpuCloudClient> call) {
        assertThatThrownBy(() -> call.accept(client))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThat(server.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3, 5, 16})
    void rejectANumberOfGpusThatTheServiceDoesNotOffer(int gpus) {
        assertThatThrownBy(() -> InstanceSpec.builder().gpuCount(gpus))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the number of GPUs must be 1, 2, 4 or 8, not " + gpus);
    }
}
