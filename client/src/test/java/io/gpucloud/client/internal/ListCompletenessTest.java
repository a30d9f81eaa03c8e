package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.PagingService;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a list of instances proves that other instances do not exist. */
class ListCompletenessTest extends ClientTestBase {

    private static final WaitOptions MINUTE =
            WaitOptions.builder().timeout(Duration.ofMinutes(1)).build();

    private Listing<Instance> list(PagingService service) {
        server.respond(service::reply);
        return client.instances().list();
    }

    private Listing<Instance> replying(Reply... replies) {
        server.reply(replies);
        return client.instances().list();
    }

    private static Reply page(String more, String... instances) {
        return Reply.data("{\"instance_list\":["
                + String.join(
                        ",",
                        Arrays.stream(instances)
                                .map(id -> "{\"instance_uuid\":\"" + id + "\",\"status\":2}")
                                .toList())
                + "]" + more + "}");
    }

    @Test
    void aListWithoutAHintIsReadWithOneRequestAndProvesAbsence() {
        PagingService service = PagingService.withoutPages().with("a", "b");

        assertThat(list(service).provesAbsence()).isTrue();
        assertThat(service.requested()).containsExactly("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"total\":2",
                ",\"total\":\"2\",\"page\":1,\"page_size\":20",
                ",\"total\":null,\"page_size\":null",
                ",\"total\":{},\"page_size\":\"many\"",
                ",\"total\":1,\"page_size\":0"
            })
    void requestsNoPagesIfTheTotalIsReached(String more) {
        PagingService service = PagingService.of(20, more).with("a", "b");

        assertThat(list(service).provesAbsence()).isTrue();
        assertThat(service.requested()).containsExactly("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"total\":TOTAL",
                ",\"total\":TOTAL.0",
                ",\"page_size\":2",
                ",\"total\":\"TOTAL\",\"page_size\":\"2\""
            })
    void requestsPagesUntilOneIsEmptyIfThereIsAHint(String hint) {
        PagingService service = PagingService.of(2, hint).with("a", "b", "c", "d", "e");

        Listing<Instance> listed = list(service);

        assertThat(listed).extracting(Instance::instanceUuid).containsExactly("a", "b", "c", "d", "e");
        assertThat(listed.provesAbsence()).isTrue();
        assertThat(service.requested())
                .containsExactly("", "page=2&page_size=2", "page=3&page_size=2", "page=4&page_size=2");
    }

    @Test
    void aRepeatedLastPageIsTheEnd() {
        Listing<Instance> listed = replying(
                page(",\"page_size\":2", "a", "b"), page(",\"page_size\":2", "c"), page(",\"page_size\":2", "c"));

        assertThat(listed).extracting(Instance::instanceUuid).containsExactly("a", "b", "c");
        assertThat(listed.provesAbsence()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {",\"total\":7", ",\"page_size\":2", ",\"total\":2,\"page_size\":2"})
    void aServiceThatIgnoresPagesLeavesTheStateUnknown(String hint) {
        PagingService service = PagingService.of(2, hint).with("a", "b", "c").ignoringPages();

        Listing<Instance> listed = list(service);

        assertThat(listed).extracting(Instance::instanceUuid).containsExactly("a", "b");
        assertThat(listed.isComplete()).isFalse();
        assertThat(listed.provesAbsence()).isFalse();
        assertThat(service.requested()).containsExactly("", "page=2&page_size=2");
    }

    @Test
    void aServiceThatRejectsPagesLeavesTheStateUnknown() {
        Listing<Instance> listed =
                list(PagingService.of(2, ",\"page_size\":2").with("a", "b").rejectingPages());

        assertThat(listed).hasSize(2);
        assertThat(listed.isComplete()).isFalse();
    }

    @Test
    void aPageThatCannotBeReadFailsTheCall() {
        assertThatThrownBy(() -> replying(page(",\"page_size\":1", "a"), Reply.html(503)))
                .isInstanceOf(ServerException.class);
    }

    /**
     * When an instance of page 1 is destroyed between the requests, one of page 2 moves to page 1 and is on neither
     * page.
     */
    @Test
    void pagesThatDoNotFitTogetherLeaveTheStateUnknown() {
        assertThat(replying(page(",\"total\":5", "a", "b"), page(",\"total\":5", "c"), page(",\"total\":5"))
                        .isComplete())
                .isFalse();
        assertThat(replying(page(",\"total\":4", "a", "b"), page(",\"total\":3", "d"), page(",\"total\":3"))
                        .isComplete())
                .isFalse();
        assertThat(replying(page(",\"page_size\":2", "a", "b"), page(",\"page_size\":2", "b", "c"), page(""))
                        .isComplete())
                .isFalse();
    }

    @Test
    void aServiceWithEndlessPagesLeavesTheStateUnknown() {
        AtomicInteger page = new AtomicInteger();
        server.respond(request -> page(",\"page_size\":1", "instance-" + page.getAndIncrement()));

        assertThat(client.instances().list().isComplete()).isFalse();
        assertThat(server.requests()).isEqualTo(1000);
    }

    @Test
    void waitsFindAnInstanceOnPage2SoThatItIsNotGone() {
        server.respond(PagingService.of(2, ",\"total\":TOTAL").with("a", "b", "c")::reply);
        assertThat(client.instances().waitUntilRunning("c", MINUTE).instanceUuid())
                .isEqualTo("c");
        assertThatThrownBy(() -> client.instances().waitUntilGone("c", MINUTE))
                .isInstanceOf(WaitTimeoutException.class);
        client.instances().waitUntilGone("d", MINUTE);
    }

    @Test
    void noInstanceIsGoneWhileTheStateIsUnknown() {
        server.respond(PagingService.of(2, ",\"total\":3").with("a", "b").ignoringPages()::reply);
        assertThatThrownBy(() -> client.instances().waitUntilGone("c", MINUTE))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageContaining("it may exist, because the list was incomplete");
    }

    @Test
    void aWaitDoesNotGiveUpAnInstanceWhileTheStateIsUnknown() {
        server.respond(PagingService.of(2, ",\"total\":3").with("a", "b").ignoringPages()::reply);
        assertThatThrownBy(() -> client.instances()
                        .waitUntilRunning("c", MINUTE.toBuilder().absences(0).build()))
                .isInstanceOf(WaitTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"instance_uuid\":\"broken\"}", "{\"instance_uuid\":\"broken\",\"status\":{}}", "{}", "7"})
    void anUnreadableRecordDoesNotAffectWaitsForOtherInstances(String record) {
        server.respond(PagingService.withoutPages().withRecord("broken", record).with("i")::reply);
        assertThat(client.instances().waitUntilRunning("i", MINUTE).instanceUuid())
                .isEqualTo("i");
    }

    @Test
    void anUnreadableRecordWithAnIdentifierAffectsOnlyItsInstance() {
        server.respond(PagingService.withoutPages()
                .withRecord("broken", "{\"instance_uuid\":\"broken\",\"status\":\"?\"}")
                .with("i")::reply);
        client.instances().waitUntilGone("other", MINUTE);
        assertThatThrownBy(() -> client.instances().waitUntilGone("broken", MINUTE))
                .isInstanceOf(WaitTimeoutException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"status\":2}", "{\"instance_uuid\":\"\",\"status\":2}", "null"})
    void aRecordWithoutAnIdentifierMayBeAnyInstance(String record) {
        server.respond(PagingService.withoutPages().withRecord("broken", record)::reply);
        assertThatThrownBy(() -> client.instances().waitUntilGone("i", MINUTE))
                .isInstanceOf(WaitTimeoutException.class);
    }
}
