package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.gpucloud.client.Envelope;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.Listing;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are read leniently, and responses that are rejected. */
class EnvelopeDecoderTest extends ClientTestBase {

    private Instance instance(String members) {
        server.reply(Reply.data(
                "{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2,\"title\":\"t\"" + members + "}]}"));
        return client.instances().list().get(0);
    }

    private List<Instance> list(String body) {
        server.reply(Reply.json(200, body));
        return client.instances().list();
    }

    @Nested
    class AnInstance {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    ",\"server_url\":null",
                    ",\"server_url\":\"\"",
                    ",\"server_url\":false",
                    ",\"server_url\":[]",
                    ",\"server_url\":[null]",
                    ",\"server_url\":[\"\",{\"url\":[1]},7]",
                    ",\"server_url\":true",
                    ",\"server_url\":7",
                    ",\"server_url\":{\"a\":[1]}"
                })
        void hasNoAddressesInAnyFormOfAbsence(String members) {
            assertThat(instance(members).serverUrls()).isEmpty();
        }

        @Test
        void hasItsAddresses() {
            assertThat(instance(",\"server_url\":[\"https://a\",\"https://b\"]").serverUrls())
                    .containsExactly("https://a", "https://b");
            assertThat(instance(",\"server_url\":\"https://a\"").serverUrls()).containsExactly("https://a");
        }

        @Test
        void keepsAnUnknownStatus() {
            InstanceStatus status = instance(",\"status\":77").status();

            assertThat(status).isEqualTo(InstanceStatus.of(77));
            assertThat(status.isKnown()).isFalse();
            assertThat(status).hasToString("UNKNOWN (77)");
        }

        @Test
        void keepsUndeclaredMembers() {
            assertThat(instance(",\"region\":\"eu\",\"disk\":{\"gb\":20},\"none\":null")
                            .additional())
                    .containsOnly(entry("region", "eu"), entry("disk", Map.of("gb", 20)), entry("none", null));
            assertThat(instance("").additional()).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(strings = {"1767225600", "\"1767225600\"", "1767225600.0"})
        void readsTimesInEveryForm(String seconds) {
            assertThat(instance(",\"create_time\":" + seconds).createTime())
                    .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "\"start_time\":null,\"shutdown_regular\":null,\"save_image_status\":null",
                    "\"start_time\":\"\",\"shutdown_regular\":\"\",\"save_image_status\":\"\"",
                    "\"start_time\":false,\"shutdown_regular\":false,\"save_image_status\":false",
                    "\"start_time\":0,\"shutdown_regular\":[]"
                })
        void hasNoMemberInAnyFormOfAbsence(String members) {
            assertThat(instance("," + members))
                    .returns(null, Instance::startTime)
                    .returns(null, Instance::shutdownRegular)
                    .returns(null, Instance::saveImageStatus);
        }
    }

    @Nested
    class ARecord {

        private static final Map<String, String> INDISPENSABLE = Map.of(
                "/instance/list", "{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2}]}",
                "/pod/list", "{\"pod_list\":[{\"uuid\":\"p\"}]}",
                "/gpu/list", "{\"gpu_list\":[{\"gpu_uuid\":\"g\",\"price\":{}}]}",
                "/balance/info", "{\"balance\":1.5}",
                "/bill/list", "{\"order_list\":[{\"order_number\":\"b\"}]}",
                "/recharge/list", "{\"recharge_list\":[{\"trade_number\":\"r\"}]}");

        private static Reply indispensable(ReceivedRequest request) {
            String path = request.target().replaceAll(".*/v2|[?].*", "");
            return Reply.data(Objects.requireNonNull(INDISPENSABLE.get(path)));
        }

        @Test
        void isReadWithItsRequiredMembersOnly() {
            server.respond(ARecord::indispensable);
            assertThat(client.instances().list().get(0).title()).isEmpty();
            assertThat(client.pods().list().iterator().next().title()).isEmpty();
            assertThat(client.gpus().list().get(0).price())
                    .extracting(Price::hour)
                    .isNull();
            assertThat(client.billing().balance().cardBalance()).isNull();
            assertThat(client.billing().bills().iterator().next().amount()).isNull();
            assertThat(client.billing().recharges().iterator().next().amount()).isNull();
        }
    }

    @Nested
    class AnAmount {

        /** Neither value is exact as a float32, and 0.07 is not exact as a double. */
        @ParameterizedTest
        @ValueSource(strings = {"12345678.91", "0.07", "100.00"})
        void keepsItsText(String amount) {
            String json = "{\"balance\":" + amount + ",\"card_balance\":0}";
            server.reply(Reply.data(json));
            Balance balance = client.billing().balance();

            assertThat(balance.balance()).hasToString(amount);
            assertThat(Json.MAPPER.writeValueAsString(balance)).isEqualTo(json);
        }
    }

    @Nested
    class ASuccess {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"code\":\"0\",\"msg\":\"success\",\"data\":{\"instance_list\":[]}}",
                    "{\"data\":{\"instance_list\":[]},\"msg\":\"success\",\"code\":0}",
                    "{\"code\":0,\"data\":{\"instance_list\":[]},\"trace\":[1,{\"code\":5}]}",
                    "{\"trace\":{\"code\":5},\"code\":0,\"data\":{\"instance_list\":null}}"
                })
        void isReadInEveryForm(String body) {
            assertThat(list(body)).isEmpty();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "null",
                    "[]",
                    "{}",
                    "<html></html>",
                    "{\"msg\":\"success\",\"data\":{\"instance_list\":[]}}",
                    "{\"code\":null,\"data\":{\"instance_list\":[]}}",
                    "{\"code\":\"ok\",\"data\":{\"instance_list\":[]}}",
                    "{\"code\":false,\"data\":{\"instance_list\":[]}}",
                    "{\"code\":0.5,\"data\":{\"instance_list\":[]}}",
                    "{\"code\":4294967296,\"data\":{\"instance_list\":[]}}",
                    "{\"code\":[0],\"data\":{\"instance_list\":[]}}",
                    "{\"code\":0,\"data\":{\"instance_list\":[]}} {}",
                    "{\"code\":0,\"data\":\"\"}",
                    "{\"code\":0,\"data\":[{}]}",
                    "{\"code\":0,\"data\":{}}",
                    "{\"code\":0,\"data\":{\"instance_list\":{\"a\":1}}}",
                    "{\"data\":{\"instance_list\":{\"a\":1}},\"code\":0}",
                    "{\"code\":0,\"data\":{\"instance_list\":7}}",
                    "{\"code\":0,\"data\":{\"instance_list\":\"none\"}}",
                    "{\"code\":0,\"data\":{\"instance_list\":["
                })
        void isRejectedIfACodeOrDataIsMissingOrInvalid(String body) {
            assertThatThrownBy(() -> list(body))
                    .isInstanceOfSatisfying(UnexpectedResponseException.class, failure -> {
                        assertThat(failure.httpStatus()).hasValue(200);
                        assertThat(failure.rawBody()).hasValue(body);
                    })
                    .hasNoCause();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"code\":0,\"data\":{\"instance_list\":[]},\"code\":-1}",
                    "{\"code\":0,\"data\":{\"instance_list\":[]},\"code\":0}",
                    "{\"code\":-1,\"data\":{\"instance_list\":[]},\"code\":0}",
                    "{\"code\":0,\"data\":{\"instance_list\":[]},\"data\":{\"instance_list\":[]}}",
                    "{\"code\":0,\"msg\":\"a\",\"data\":{\"instance_list\":[]},\"msg\":\"b\"}",
                    "{\"code\":0,\"data\":{\"instance_list\":[]},\"trace\":1,\"trace\":2}"
                })
        void isRejectedIfAMemberOfTheEnvelopeAppearsTwice(String body) {
            assertThatThrownBy(() -> list(body))
                    .isInstanceOf(UnexpectedResponseException.class)
                    .hasMessageContaining("twice");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"code\":0,\"data\":{\"instance_uuid\":\"a\",\"instance_uuid\":\"b\",\"status\":2,\"title\":\"\"}}",
                    "{\"code\":1,\"data\":{\"instance_uuid\":\"a\",\"status\":2,\"title\":\"\"},\"code\":0}"
                })
        void isRejectedForACreateRequestIfAnyMemberAppearsTwice(String body) {
            server.reply(Reply.json(200, body));
            assertThatThrownBy(() -> client.instances().create(TestClients.POD_SPEC))
                    .isInstanceOfSatisfying(
                            UnexpectedResponseException.class,
                            failure -> assertThat(failure.mayHaveTakenEffect()).isTrue())
                    .hasMessageContaining("Duplicate");
        }

        @Test
        void namesTheMemberThatDoesNotFit() {
            assertThatThrownBy(() -> list("{\"code\":0,\"data\":{\"instance_list\":{\"a\":1}}}"))
                    .hasMessageContaining("data.instance_list");
        }
    }

    @Nested
    class AListWithoutData {

        private static final List<Function<GpuCloudClient, List<?>>> LISTS = List.of(
                client -> client.instances().list(),
                client -> client.gpus().list(),
                client -> client.images().privateImages(),
                client -> client.images().market().page(1).items(),
                client -> client.pods().list().page(1).items(),
                client -> client.billing().cards().page(1).items(),
                client -> client.billing().bills().page(1).items(),
                client -> client.billing().recharges().page(1).items());

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"code\":0}",
                    "{\"code\":\"0\",\"data\":null}",
                    "{\"code\":0,\"data\":[]}",
                    "{\"data\":null,\"code\":0}",
                    "{\"data\":[],\"code\":0}"
                })
        void isEmptyButProvesNoAbsence(String body) {
            server.reply(Reply.json(200, body));
            assertThat(LISTS).map(list -> list.apply(client)).allSatisfy(list -> {
                assertThat(list).isEmpty();
                assertThat(Listing.of(list).provesAbsence()).isFalse();
            });
        }

        @Test
        void provesNoAbsenceAfterAFullPage() {
            Reply full = Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":2}],\"page_size\":1}");
            server.reply(full, Reply.json(200, "{\"code\":0,\"data\":null}"));
            Listing<Instance> list = client.instances().list();

            assertThat(list).hasSize(1);
            assertThat(list.provesAbsence()).isFalse();
        }

        @Test
        void isRejectedWhereARecordIsExpected() {
            server.reply(Reply.json(200, "{\"code\":0,\"data\":null}"));
            assertThatThrownBy(() -> client.instances().create(TestClients.POD_SPEC))
                    .isInstanceOf(UnexpectedResponseException.class);
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(UnexpectedResponseException.class);
        }
    }

    @Nested
    class AResponseOfAnInterface {

        @ParameterizedTest
        @ValueSource(strings = {"{}", "{\"error\":\"bad\",\"details\":\"d\"}", "\"text\"", "[]", "[1]", "7"})
        void throwsOrReturnsCodeAndMessageWithAnyData(String data) {
            server.reply(Reply.json(200, "{\"code\":1,\"msg\":\"no\",\"data\":" + data + "}"));
            GpuCloudClient returning = client.withOptions(options -> options.returnFailures(true));
            Envelope<InstanceList> response = returning.api(InstancesApi.class).listInstances();

            assertThat(response.code()).isEqualTo(ResultCode.of(1));
            assertThat(response.msg()).isEqualTo("no");
            assertThat(response.data()).isNull();
            assertThatThrownBy(response::payload).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> client.api(InstancesApi.class).listInstances())
                    .isInstanceOf(BadRequestException.class);
            assertThatThrownBy(() -> returning.instances().list()).isInstanceOf(BadRequestException.class);
        }

        @Test
        void requiresAGeneratedInterface() {
            server.reply(Reply.done());
            assertThatThrownBy(() -> client.api(Runnable.class)).isInstanceOf(IllegalStateException.class);
        }
    }
}
