package io.gpucloud.stub.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.junit.AccountTestBase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ProviderStatesTest extends AccountTestBase {

    private Answer setUp(String state, String... parameters) {
        List<String> params = new ArrayList<>(List.of(parameters));
        params.add("\"api_key\":\"" + key + "\"");
        String body = "{\"state\":\"" + state + "\",\"params\":{" + String.join(",", params) + "}}";
        return caller.admin("POST", "/pact/provider-states", body);
    }

    @Test
    void canAllBeSetUpAsTheCatalogueDescribesThem() {
        JsonNode states = caller.adminGet("/pact/provider-states").at("/states");
        assertThat(states.size()).isGreaterThan(20);
        for (JsonNode state : states) {
            List<String> defaults = new ArrayList<>();
            state.path("parameters").forEach(parameter -> {
                if (!parameter.path("name").stringValue().equals("api_key")) {
                    defaults.add("\"" + parameter.path("name").stringValue() + "\":"
                            + parameter.path("default").stringValue());
                }
            });
            Answer answer = setUp(state.path("name").stringValue(), defaults.toArray(String[]::new));
            assertThat(answer.status()).as(state.toString()).isEqualTo(200);
            assertThat(answer.textAt("/api_key")).isEqualTo(key);
        }
        setUp("");
    }

    @ParameterizedTest
    @CsvSource({
        "an instance is created,1",
        "an instance is running,2",
        "an instance is shutting down,21",
        "an instance is shut down,22"
    })
    void giveAnInstanceInAStatus(String state, int status) {
        String uuid = setUp(state, "\"gpu_nums\":4").textAt("/instance_uuid");
        JsonNode instance = caller.get("/instance/list").at("/data/instance_list/0");
        assertThat(instance.path("instance_uuid").stringValue()).isEqualTo(uuid);
        assertThat(instance.path("status").intValue()).isEqualTo(status);
        assertThat(instance.path("gpu_nums").intValue()).isEqualTo(4);
    }

    /** With a stub of its own, because a request without a key ends the interactions of all keys. */
    @Test
    void addUpWithinOneInteraction() {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            Caller verifier = Caller.of(stub.baseUrl(), "demo-key");
            setUpForVerifier(verifier, "an instance is running");
            String uuid = setUpForVerifier(verifier, "an instance is shut down").textAt("/instance_uuid");
            setUpForVerifier(verifier, "the key may only read");
            assertThat(verifier.get("/instance/list").at("/data/instance_list"))
                    .extracting(instance -> instance.path("status").intValue())
                    .containsExactly(22, 2);
            assertThat(verifier.post("/instance/startup", "{\"instance_uuid\":\"" + uuid + "\"}")
                            .status())
                    .isEqualTo(403);
            setUpForVerifier(verifier, "an instance is running");
            assertThat(verifier.get("/instance/list").at("/data/instance_list")).hasSize(1);
        }
    }

    /** With all members that verifiers send. That of Ruby adds the consumer and the names of all states. */
    private static Answer setUpForVerifier(Caller verifier, String state) {
        String body = """
                {"consumer": "training-service", "state": "%1$s", "states": ["%1$s"], "action": "setup"}
                """.formatted(state);
        Answer answer = verifier.admin("POST", "/pact/provider-states", body);
        assertThat(answer.status()).isEqualTo(200);
        return answer;
    }

    @ParameterizedTest
    @CsvSource({"a private image is ready,2", "a private image is uploading,1", "a private image has failed,3"})
    void giveAPrivateImage(String state, int status) {
        String uuid = setUp(state).textAt("/image_uuid");
        JsonNode image = caller.get("/image/private/list").at("/data/image_list/0");
        assertThat(image.path("uuid").stringValue()).isEqualTo(uuid);
        assertThat(image.path("save_image_status").intValue()).isEqualTo(status);
    }

    @Test
    void giveAnInstanceThatCannotBeDestroyed() {
        String uuid = setUp("an instance's image is uploading").textAt("/instance_uuid");
        assertThat(caller.post("/instance/destroy", "{\"instance_uuid\":\"" + uuid + "\"}")
                        .code())
                .isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"3,2", "5,1", "0,2"})
    void giveBillsOfAChannel(int count, int channel) {
        setUp("the account has bills of a channel", "\"count\":" + count, "\"charge_channel\":" + channel);
        Answer bills = caller.get("/bill/list");
        assertThat(bills.intAt("/data/total")).isEqualTo(count);
        bills.at("/data/order_list")
                .forEach(bill ->
                        assertThat(bill.path("charge_channel").intValue()).isEqualTo(channel));
    }

    @Test
    void giveRechargesCardsAndMoney() {
        setUp("the account has recharges", "\"count\":\"2\"");
        assertThat(caller.get("/recharge/list").intAt("/data/total")).isEqualTo(2);
        setUp("the account has a compute card", "\"face_amount\":12.5");
        assertThat(caller.get("/card/list").amountAt("/data/card_list/0/leave_amount"))
                .isEqualByComparingTo("12.5");
        setUp("an account with nothing but money", "\"balance\":0");
        assertThat(caller.get("/balance/info").amountAt("/data/balance")).isZero();
        setUp("an account with nothing but money", "\"balance\":\"1E+9\"");
        assertThat(caller.get("/balance/info").amountAt("/data/balance")).isEqualByComparingTo("1000000000");
    }

    @Test
    void determineTheNextResponse() {
        setUp("the next request is one too many", "\"retry_after\":9");
        Answer tooMany = caller.get("/gpu/list");
        assertThat(tooMany.status()).isEqualTo(429);
        assertThat(tooMany.header("Retry-After")).hasValue("9");
        assertThat(caller.get("/gpu/list").status()).isEqualTo(200);
        setUp("the next request is one too many", "\"retry_after\":-1");
        assertThat(caller.unchecked().get("/gpu/list").header("Retry-After")).isEmpty();
        setUp("the next request fails inside the service");
        assertThat(caller.get("/gpu/list").code()).isEqualTo(-2);
        setUp("the next request is refused", "\"code\":-1", "\"msg\":\"no\"");
        assertThat(caller.get("/gpu/list").text()).isEqualTo("{\"code\":-1,\"msg\":\"no\"}");
    }

    /** On a stub of its own, because such a fault affects the next request of any caller. */
    @Test
    void determineTheNextResponseToARequestWithoutAKey() {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            Caller alone = Caller.of(stub.baseUrl(), "demo-key");
            alone.admin(
                    "POST",
                    "/pact/provider-states",
                    "{\"state\":\"the next request is refused\",\"params\":{\"operation\":\"listPods\"}}");
            assertThat(alone.get("/gpu/list").code()).isZero();
            assertThat(alone.get("/pod/list").code()).isEqualTo(-1);
        }
    }

    @Test
    void changeTheKeyUntilTheNextState() {
        setUp("the key is disabled");
        assertThat(caller.get("/gpu/list").status()).isEqualTo(401);
        setUp("the key may only read");
        assertThat(caller.post("/instance/destroy", "{}").status()).isEqualTo(403);
        setUp("an account as it opens");
        assertThat(caller.post("/instance/destroy", "{}").status()).isEqualTo(400);
    }

    @Test
    void resetForAnEmptyNameAndDoNothingForATeardown() {
        setUp("an instance is running");
        caller.admin(
                "POST",
                "/pact/provider-states",
                "{\"state\":\"an instance is running\",\"action\":\"teardown\",\"params\":{\"api_key\":\"" + key
                        + "\"}}");
        assertThat(caller.get("/instance/list").at("/data/instance_list")).hasSize(1);
        setUp("");
        assertThat(caller.get("/instance/list").at("/data/instance_list")).isEmpty();
        assertThat(caller.get("/recharge/list").intAt("/data/total")).isOne();
    }

    @Test
    void rejectAnUnknownStateWithTheNearestNameAndAllOthers() {
        Answer answer = setUp("a instance runs");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.textAt("/member")).isEqualTo("state");
        assertThat(answer.textAt("/detail"))
                .startsWith(
                        "unknown state; the nearest is \"an instance is running\". Known are: an account as it opens;");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            an instance is running|"gpus":2|params.gpus
            an instance is running|"gpu_nums":9|params.gpu_nums
            an instance is running|"gpu_nums":"many"|params.gpu_nums
            an instance is running|"gpu_nums":{}|params.gpu_nums
            an instance is running|"title":7|params.title
            an instance is running|"title":"\\ud800"|params.title
            the next request is refused|"msg":"\\udc00"|params.msg
            an account with nothing but money|"balance":[1]|params.balance
            a GPU model is sold out|"gpu_uuid":"none"|params.gpu_uuid
            an account with nothing but money|"balance":-1|params.balance
            an account with nothing but money|"balance":1000000000.01|params.balance
            an account with nothing but money|"balance":"1e100000000"|params.balance
            the account has a compute card|"face_amount":"1e10"|params.face_amount
            the next request is refused|"operation":"listGpus"|params.operation
            """)
    void rejectInvalidParameters(String state, String parameter, String member) {
        Answer answer = setUp(state, parameter);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.textAt("/member")).isEqualTo(member);
    }
}
