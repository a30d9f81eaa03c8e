package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountsTest extends AccountTestBase {

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}";

    @Test
    void areCreatedWithAKeyOfTheirName() {
        Answer created = caller.admin("POST", "/accounts", "{\"balance\":12.34}");
        assertThat(created.status()).isEqualTo(201);
        String key = created.textAt("/api_key");
        Caller owner = new Caller(caller.origin(), key);
        assertThat(owner.get("/balance/info").amountAt("/data/balance")).isEqualByComparingTo("12.34");
        assertThat(owner.get("/bill/list").intAt("/data/total")).isZero();
        assertThat(caller.adminGet("/accounts").text()).contains("\"" + key + "\"");
        assertThat(caller.adminDelete("/accounts/" + key).status()).isEqualTo(204);
        assertThat(owner.get("/balance/info").status()).isEqualTo(401);
    }

    @Test
    void canBeCreatedFromASeedAndGoBackToIt() {
        String seed = """
                {"account": "seeded", "permission": "read_only", "seed": {
                  "recharges": [{"amount": 100, "trade_offset": "-P1D"}],
                  "images": [{"title": "base"}],
                  "instances": [{"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-l40s", "gpu_nums": 4, "status": 22}]}}
                """;
        assertThat(caller.admin("POST", "/accounts", seed).status()).isEqualTo(201);
        Caller owner = new Caller(caller.origin(), "seeded");
        assertThat(owner.create("gpu-l40s").status()).isEqualTo(403);
        assertThat(owner.get("/instance/list").intAt("/data/instance_list/0/status"))
                .isEqualTo(22);
        assertThat(owner.get("/image/private/list").intAt("/data/total")).isEqualTo(1);
        caller.admin("POST", "/accounts/seeded/recharges", "{\"amount\":1}");
        caller.admin("POST", "/reset?account=seeded", null);
        assertThat(owner.get("/balance/info").amountAt("/data/balance")).isEqualByComparingTo("100");
        caller.adminDelete("/accounts/seeded");
    }

    @ParameterizedTest
    @CsvSource({"0.01,1,0", "250.00,2,0", "100.00,1,0"})
    void canBeCreatedFromASeedWithAnotherBalance(String balance, int recharges, int bills) {
        String seed = """
                {"account": "seeded", "balance": %s, "seed": {
                  "recharges": [{"amount": 100, "trade_offset": "-P1D"}],
                  "images": [{"title": "base"}]}}
                """;
        assertThat(caller.admin("POST", "/accounts", seed.formatted(balance)).status())
                .isEqualTo(201);
        Caller owner = new Caller(caller.origin(), "seeded");
        caller.admin("POST", "/accounts/seeded/recharges", "{\"amount\":1}");
        caller.admin("POST", "/reset?account=seeded", null);
        assertThat(owner.get("/balance/info").text()).contains("\"balance\":" + balance + ",");
        assertThat(owner.get("/recharge/list").intAt("/data/total")).isEqualTo(recharges);
        assertThat(owner.get("/bill/list").intAt("/data/total")).isEqualTo(bills);
        assertThat(owner.get("/image/private/list").intAt("/data/total")).isEqualTo(1);
        caller.adminDelete("/accounts/seeded");
    }

    /** 12345678.91 is not exact as a float32, and 0.07 is not exact as a double. */
    @ParameterizedTest
    @ValueSource(strings = {"0.07", "1000.00", "12345678.91", "0.00"})
    void getABalanceAtAnyTime(String balance) {
        Answer set = caller.admin("PUT", account, "{\"balance\":" + balance + "}");
        assertThat(set.text()).contains("\"balance\":" + balance + ",\"card_balance\":0.00");
        assertThat(caller.get("/balance/info").text()).contains("\"balance\":" + balance + ",");
    }

    @Test
    void rejectsTheNameOfAnExistingAccount() {
        assertProblem(
                caller.admin("POST", "/accounts", "{\"account\":\"demo-key\"}"),
                409,
                "",
                "there is an account of this name already");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT  | ACCOUNT | {"balance":0.001} | balance | must have at most 2 decimals
            POST | ACCOUNT/recharges | {"amount":0} | amount | must be above 0
            POST | ACCOUNT/cards | {"face_amount":20,"pods":["none"]} | pods[0] | names no pod of the seed
            PUT  | ACCOUNT | {"stock":[{"gpu_uuid":"gpu-l40s","schedule":[{"stock":1}]}]} | stock[0].schedule[0].at | is required
            POST | /clock/advance?account=KEY | {"seconds":-1} | seconds | must be at least 0
            POST | /clock/advance?account=KEY | {"seconds":315360001} | seconds | must be at most 315360000
            POST | /reset | {"seed":{}} | seed | needs the parameter account
            POST | /reset?account=KEY | {"clock":{"frozen":true}} | clock | is not allowed with the parameter account; give seed a clock
            POST | /accounts | {"balance":1.234} | balance | must have at most 2 decimals
            POST | /accounts | {"balance":-1} | balance | must be at least 0
            POST | /accounts | {"permission":"some"} | permission | must be one of [full, read_only]
            POST | /accounts | {"account":"with space"} | account | must be 1 to 200 visible ASCII characters other than slash and backslash
            POST | /accounts | {"account":"a/b"} | account | must be 1 to 200 visible ASCII characters other than slash and backslash
            POST | /accounts | {"seed":{"cards":[{"title":"t","bind_offset":"PT0S","valid_days":1}]}} | seed.cards[0].face_amount | is required
            POST | /accounts | {"seed":{"instances":[{"pod_uuid":"none","gpu_uuid":"gpu-l40s","gpu_nums":1}]}} | seed.instances[0].pod_uuid | names no pod of the seed
            """)
    void rejectsInvalidValues(String method, String path, String body, String member, String detail) {
        assertProblem(
                caller.admin(method, path.replace("ACCOUNT", account).replace("KEY", key), body), 400, member, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET | /accounts/nobody |
            DELETE | /accounts/nobody |
            PUT | /accounts/nobody | {"balance":1}
            GET | /accounts/nobody/instances |
            POST | /faults | {"status":500,"api_key":"nobody"}
            DELETE | /faults?api_key=nobody |
            """)
    void returns404ForAnUnknownAccount(String method, String path, @Nullable String body) {
        Answer answer = caller.admin(method, path, body);
        assertProblem(answer, 404, "", "there is no key \"****\"; PUT /__admin/keys/{api_key} creates it");
    }

    @Test
    void getCapacity() {
        caller.admin("PUT", account, "{\"stock\":[{\"gpu_uuid\":\"gpu-l40s\",\"stock\":0}]}");
        assertThat(caller.create("gpu-l40s").code()).isEqualTo(1);
        caller.admin("PUT", account, "{\"stock\":[{\"gpu_uuid\":\"gpu-l40s\"}]}");
        assertThat(caller.create("gpu-l40s").code()).isZero();
        Answer unknown = caller.admin("PUT", account, "{\"balance\":1,\"stock\":[{\"gpu_uuid\":\"none\"}]}");
        assertProblem(unknown, 404, "stock", "there is no such GPU model");
        assertThat(caller.adminGet(account).amountAt("/balance")).isNotEqualByComparingTo("1");
    }

    @Test
    void getDurationsOfTheirOwn() {
        Answer set = caller.admin("PUT", account, "{\"lifecycle\":{\"boot\":0}}");
        assertThat(set.at("/lifecycle").toString()).isEqualTo("{\"boot\":0,\"shutdown\":10,\"image_upload\":30}");
        caller.create("gpu-l40s");
        assertThat(caller.get("/instance/list").intAt("/data/instance_list/0/status"))
                .isEqualTo(2);
    }

    @Test
    void concurrentCallersGetDifferentAccounts() {
        List<String> names = IntStream.range(0, 100)
                .parallel()
                .mapToObj(i -> caller.admin("POST", "/accounts", "{}").textAt("/api_key"))
                .toList();
        names.stream().distinct().forEach(name -> caller.adminDelete("/accounts/" + name));
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void oneOfConcurrentCallersCreatesAName() {
        List<Integer> statuses = IntStream.range(0, 50)
                .parallel()
                .mapToObj(i -> caller.admin("POST", "/accounts", "{\"account\":\"wanted\"}")
                        .status())
                .toList();
        caller.adminDelete("/accounts/wanted");
        assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
    }

    @Test
    void aDeletedAccountStaysDeletedDuringARequest() throws IOException {
        String key = caller.admin("POST", "/accounts", "{}").textAt("/api_key");
        // The stub requests the body only after it has accepted the key.
        String late = raw.postAfter(
                () -> assertThat(caller.adminDelete("/accounts/" + key).status())
                        .isEqualTo(204),
                key,
                "/instance/create_by_pod",
                CREATE);
        assertThat(late).startsWith("HTTP/1.1 401 ");
        assertThat(caller.adminGet("/accounts").text()).doesNotContain("\"" + key + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"balance\":25.00,\"seed\":null}", "{\"seed\":null}"})
    void nullMeansLeftOut(String body) {
        assertThat(caller.asStranger().admin("POST", "/accounts", body).status())
                .isEqualTo(201);
    }
}
