package io.gpucloud.client.internal;

import static io.gpucloud.client.testing.TestTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ChargeChannel;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.BillFilter;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.MarketImageFilter;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact requests, and arguments that are rejected before a request is sent. */
class RequestsTest {

    private static final String INSTANCE = "{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"t\"}";

    private static ReceivedRequest sent(Reply reply, Consumer<GpuCloudClient> call) {
        try (FaultServer server = FaultServer.replying(reply);
                GpuCloudClient client = TestClients.connect(server)) {
            call.accept(client);
            assertThat(server.requests()).isEqualTo(1);
            return server.first();
        }
    }

    private static void rejects(String message, Consumer<GpuCloudClient> call) {
        try (FaultServer server = FaultServer.replying(Reply.done());
                GpuCloudClient client = TestClients.connect(server)) {
            assertThatThrownBy(() -> call.accept(client))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
            assertThat(server.connections()).isZero();
        }
    }

    @Nested
    class ACreate {

        @Test
        void namesPodTagAndGpus() {
            ReceivedRequest request = sent(
                    Reply.data(INSTANCE),
                    client -> client.instances()
                            .create(InstanceSpec.builder()
                                    .podUuid("pod")
                                    .gpuUuid("gpu")
                                    .podTag("1.10")
                                    .gpuCount(4)
                                    .build()));

            assertThat(request.operation()).isEqualTo("POST /instance/create_by_pod");
            assertThat(request.header("content-type")).isEqualTo("application/json");
            assertThat(request.body())
                    .isEqualTo("{\"pod_uuid\":\"pod\",\"pod_tag\":\"1.10\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":4}");
        }

        @Test
        void leavesOutWhatIsNotSet() {
            ReceivedRequest request = sent(
                    Reply.data(INSTANCE),
                    client -> client.instances()
                            .create(InstanceSpec.builder()
                                    .podUuid("pod")
                                    .gpuUuid("gpu")
                                    .build()));

            assertThat(request.body()).isEqualTo("{\"pod_uuid\":\"pod\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":1}");
        }

        @Test
        void namesTheImage() {
            ReceivedRequest request = sent(
                    Reply.data(INSTANCE),
                    client -> client.instances()
                            .create(InstanceSpec.builder()
                                    .imageUuid("image")
                                    .gpuUuid("gpu")
                                    .gpuCount(8)
                                    .build()));

            assertThat(request.operation()).isEqualTo("POST /instance/create_by_image");
            assertThat(request.body()).isEqualTo("{\"image_uuid\":\"image\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":8}");
        }

        @ParameterizedTest
        @ValueSource(ints = {-1, 0, 3, 5, 16})
        void isRejectedForANumberOfGpusThatTheServiceDoesNotOffer(int gpus) {
            String message = "the number of GPUs must be 1, 2, 4 or 8, not " + gpus;

            assertThatThrownBy(() -> InstanceSpec.builder()
                            .podUuid("pod")
                            .gpuUuid("gpu")
                            .gpuCount(gpus)
                            .build())
                    .hasMessage(message);
        }

        @Test
        void isRejectedWithoutAPod() {
            assertThatThrownBy(() ->
                            InstanceSpec.builder().podUuid(" ").gpuUuid("gpu").build())
                    .hasMessage("podUuid must not be blank");
        }
    }

    @Nested
    class ATimer {

        @Test
        void isATimestamp() {
            ReceivedRequest request =
                    sent(Reply.done(), client -> client.instances().scheduleShutdown("i", START.plusSeconds(3600)));

            assertThat(request.operation()).isEqualTo("POST /instance/shutdown_timer");
            assertThat(request.body())
                    .isEqualTo("{\"instance_uuid\":\"i\",\"shutdown_time\":1767229200,\"enable\":true}");
        }

        @Test
        void isCountedFromTheClockOfTheClientAndRoundedUp() {
            ReceivedRequest request =
                    sent(Reply.done(), client -> client.instances().scheduleShutdown("i", Duration.ofMillis(300_001)));

            assertThat(request.body()).contains("\"shutdown_time\":1767225901,\"enable\":true");
        }

        @Test
        void isCancelledExpressly() {
            ReceivedRequest request =
                    sent(Reply.done(), client -> client.instances().cancelShutdown("i"));

            assertThat(request.body()).isEqualTo("{\"instance_uuid\":\"i\",\"shutdown_time\":0,\"enable\":false}");
        }

        @Test
        void isRejectedLessThanFiveMinutesAhead() {
            rejects(
                    "a shutdown lies at least 5 minutes ahead, not PT4M59S",
                    client -> client.instances().scheduleShutdown("i", Duration.ofSeconds(299)));
        }

        @Test
        void isRejectedIfItCouldBeTakenForMinutes() {
            rejects(
                    "the moment of a shutdown must not lie in 1970: 1970-01-01T00:01:00Z",
                    client -> client.instances().scheduleShutdown("i", Instant.ofEpochSecond(60)));
        }
    }

    @Nested
    class ATitle {

        private static final String FIFTY_EMOJI = "\uD83D\uDE80".repeat(50);

        @Test
        void mayHaveFiftyCharactersBeyondTheBasicPlane() {
            ReceivedRequest request =
                    sent(Reply.done(), client -> client.instances().updateTitle("i", FIFTY_EMOJI));

            assertThat(request.operation()).isEqualTo("POST /instance/update_title");
            assertThat(request.body()).isEqualTo("{\"instance_uuid\":\"i\",\"title\":\"" + FIFTY_EMOJI + "\"}");
        }

        @Test
        void mayBeEmpty() {
            assertThat(sent(Reply.done(), client -> client.instances().updateTitle("i", ""))
                            .body())
                    .isEqualTo("{\"instance_uuid\":\"i\",\"title\":\"\"}");
        }

        @Test
        void isRejectedWithMore() {
            rejects(
                    "a title has at most 50 characters, not 51",
                    client -> client.instances().updateTitle("i", FIFTY_EMOJI + "x"));
        }
    }

    @Nested
    class OtherOperations {

        @Test
        void nameTheInstance() {
            assertThat(sent(Reply.done(), client -> client.instances().start("i")))
                    .returns("POST /instance/startup", ReceivedRequest::operation)
                    .returns("{\"instance_uuid\":\"i\"}", ReceivedRequest::body);
            assertThat(sent(Reply.done(), client -> client.instances().restart("i")))
                    .returns("POST /instance/restart", ReceivedRequest::operation);
            assertThat(sent(Reply.done(), client -> client.instances().destroy("i")))
                    .returns("POST /instance/destroy", ReceivedRequest::operation);
        }

        @Test
        void nameTheImage() {
            assertThat(sent(Reply.done(), client -> client.images().delete("image")))
                    .returns("POST /image/private/delete", ReceivedRequest::operation)
                    .returns("{\"image_uuid\":\"image\"}", ReceivedRequest::body);
            assertThat(sent(Reply.done(), client -> client.instances().saveImage("i")))
                    .returns("POST /instance/save_image", ReceivedRequest::operation)
                    .returns("{\"instance_uuid\":\"i\"}", ReceivedRequest::body);
            assertThat(sent(Reply.done(), client -> client.instances().saveImage("i", "base", "warm")))
                    .returns(
                            "{\"instance_uuid\":\"i\",\"image_name\":\"base\",\"remark\":\"warm\"}",
                            ReceivedRequest::body);
        }

        @Test
        void areRejectedWithoutAnInstance() {
            rejects(
                    "instanceUuid must not be blank",
                    client -> client.instances().destroy(""));
        }
    }

    @Nested
    class AQuery {

        @Test
        void isEncodedAsAWhole() {
            ReceivedRequest request = sent(
                    Reply.data("{\"pod_list\":[],\"total\":0}"),
                    client -> client.pods().list("a+b&c=d {e} 100%25 *~ü").page(2));

            assertThat(request.target())
                    .isEqualTo(
                            "/api/open/v2/pod/list?page=2&page_size=20&name=a%2Bb%26c%3Dd%20%7Be%7D%20100%2525%20%2A%7E%C3%BC");
        }

        @Test
        void namesAChannelByItsNumber() {
            ReceivedRequest request = sent(
                    Reply.data("{\"order_list\":[],\"total\":0}"),
                    client -> client.billing()
                            .bills(BillFilter.all()
                                    .withChannel(ChargeChannel.COMPUTE_CARD)
                                    .withOrderNumber("B7"))
                            .withPageSize(50)
                            .page(1));

            assertThat(request.target())
                    .isEqualTo("/api/open/v2/bill/list?page=1&page_size=50&charge_channel=2&order_number=B7");
        }

        @Test
        void filtersImagesByTheirVersions() {
            ReceivedRequest request = sent(
                    Reply.data("{\"image_list\":[],\"total\":0}"),
                    client -> client.images()
                            .market(MarketImageFilter.all().withCuda("12.4").withPython("3.11"))
                            .page(1));

            assertThat(request.target())
                    .isEqualTo(
                            "/api/open/v2/image/market/list?page=1&page_size=20&cuda_version=12.4&python_version=3.11");
        }

        @Test
        void filtersRechargesByTheirNumber() {
            ReceivedRequest request = sent(
                    Reply.data("{\"recharge_list\":[],\"total\":0}"),
                    client -> client.billing().recharges("R7").page(1));

            assertThat(request.target()).isEqualTo("/api/open/v2/recharge/list?page=1&page_size=20&trade_number=R7");
        }
    }
}
