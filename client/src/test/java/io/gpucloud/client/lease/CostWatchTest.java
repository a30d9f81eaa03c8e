package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The moments at which the watch reads again, and the cost of instances of private images. Tests against the stub cover
 * other values.
 */
class CostWatchTest extends ClientTestBase {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static Reply nothing(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /instance/list" -> Reply.data("{\"instance_list\":[]}");
            case "GET /gpu/list" -> Reply.data("{\"gpu_list\":[],\"total\":0}");
            case "GET /pod/list" -> Reply.data("{\"pod_list\":[],\"total\":0}");
            case "GET /card/list" -> Reply.data("{\"card_list\":[],\"total\":0}");
            default -> Reply.balance();
        };
    }

    @Test
    void looksAgainWhenTheClockWasSetBackSince() {
        server.respond(CostWatchTest::nothing);
        CostWatch watch = new CostWatch(client);
        CostReport before = watch.latest(MINUTE);
        time.turnBack(Duration.ofHours(1));

        assertThat(watch.latest(MINUTE)).isNotSameAs(before).returns(time.now(), CostReport::at);
    }

    @Test
    void keepsTheLastReportWhileItReadsTheNext() {
        List<Optional<CostReport>> meanwhile = new CopyOnWriteArrayList<>();
        CostWatch watch = new CostWatch(client);
        server.respond(CostWatchTest::nothing);
        CostReport last = watch.now();
        server.respond(request -> {
            meanwhile.add(watch.cached(Duration.ofHours(1)));
            return nothing(request);
        });
        watch.now();

        assertThat(meanwhile).isNotEmpty().containsOnly(Optional.of(last));
    }

    @Test
    void tellsNoFailureButThatOfItsLatestLook() {
        server.reply(Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"));
        CostWatch watch = new CostWatch(client);
        assertThatThrownBy(() -> watch.latest(MINUTE)).isInstanceOf(PermissionDeniedException.class);
        client.close();
        assertThatThrownBy(watch::now).isInstanceOf(IllegalStateException.class);

        assertThatThrownBy(() -> watch.latest(MINUTE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the client was closed");
    }

    private static Reply reply(ReceivedRequest request, String imageUuid, String podUuid) {
        return switch (request.target().replaceAll(".*/v2|[?].*", "")) {
            case "/instance/list" ->
                Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"title\":\"t\",\"status\":2,"
                        + "\"image_uuid\":\"" + imageUuid + "\",\"gpu_uuid\":\"gpu\",\"gpu_nums\":1}],\"total\":1}");
            case "/image/private/list" ->
                Reply.data("{\"image_list\":[{\"uuid\":\"image\",\"title\":\"t\",\"pod_uuid\":\"" + podUuid
                        + "\"}],\"total\":1}");
            case "/gpu/list" ->
                Reply.data(
                        "{\"gpu_list\":[{\"gpu_uuid\":\"gpu\",\"gpu_name\":\"n\",\"price\":{\"hour\":2}}],\"total\":1}");
            case "/pod/list" ->
                Reply.data("{\"pod_list\":[{\"uuid\":\"pod\",\"title\":\"t\",\"price\":{\"hour\":5}},"
                        + "{\"uuid\":\"unpriced\",\"title\":\"t\"}],\"total\":2}");
            case "/balance/info" -> Reply.balance();
            case "/card/list" ->
                Reply.data("{\"card_list\":[{\"uuid\":\"c\",\"leave_amount\":9,\"pods\":[{\"uuid\":\"pod\"}]}],"
                        + "\"total\":1}");
            default -> Reply.json(403, "{\"code\":1,\"msg\":\"no\"}");
        };
    }

    @Test
    void countsAPrivateImageAsThePodThatItComesFrom() {
        server.respond(request -> reply(request, "image", "pod"));
        CostReport report = new CostWatch(client).now();

        assertThat(report.perHourAtMost()).isEqualByComparingTo("7");
        assertThat(report.perHourBilled()).isEqualByComparingTo("2");
        assertThat(report.perHour("i")).hasValueSatisfying(price -> {
            assertThat(price.atMost()).isEqualByComparingTo("7");
            assertThat(price.billed()).isEqualByComparingTo("2");
        });
        assertThat(report.perHour("another")).isEmpty();
        assertThat(report.cards()).isEqualByComparingTo("9");
    }

    /** An instance of such a pod has the same price. */
    @ParameterizedTest
    @ValueSource(strings = {"image", "unpriced"})
    void hasNoPriceOfAPrivateImageWhosePodHasNone(String imageUuid) {
        server.respond(request -> reply(request, imageUuid, "unpriced"));

        assertThat(new CostWatch(client).now().unpriced()).hasSize(1);
    }

    @Test
    void takesABlankPodOfAPrivateImageForNone() {
        server.respond(request -> reply(request, "image", ""));
        RentalPlan plan = RentalPlan.builder()
                .imageUuid("image")
                .maxLifetime(Duration.ofHours(1))
                .maxHourlyPrice(BigDecimal.valueOf(2))
                .build();
        CostReport report = new CostWatch(client).now();

        assertThat(report.perHourAtMost()).isEqualByComparingTo("2");
        assertThat(report.unpriced()).isEmpty();
        // The price is accepted, so the client sends the create request, which this service rejects.
        assertThatThrownBy(() -> TestClients.leases(client).rent(plan)).isInstanceOf(PermissionDeniedException.class);
    }
}
