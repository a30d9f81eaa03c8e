package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@ExtendWith(GpuCloudStubExtension.class)
class AdministrationTest {

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}";

    private final Caller caller;
    private final String account;

    AdministrationTest(StubAccount account) {
        caller = Caller.of(account.baseUrl(), account.apiKey());
        this.account = "/accounts/" + account.apiKey();
    }

    private static void assertProblem(Answer answer, int status, String member, String detail) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.at("/member").asString("")).isEqualTo(member);
        assertThat(answer.at("/detail").stringValue()).isEqualTo(detail);
    }

    @Nested
    class TheClockOfAnAccount {

        @Test
        void opensTheAccountAtTheMomentItIsSetTo() {
            Answer set = caller.admin("PUT", account + "/clock", "{\"now\":1000000,\"frozen\":true}");
            assertThat(set.text()).isEqualTo("{\"now\":1000000,\"frozen\":true,\"speed\":1}");
            assertThat(caller.get("/card/list")
                            .at("/data/card_list/0/bind_time")
                            .longValue())
                    .isEqualTo(1_000_000 - 30 * 86_400);
        }

        @Test
        void movesWhenItIsAdvancedThoughItIsFrozen() {
            caller.admin("PUT", account + "/clock", "{\"now\":1000000,\"frozen\":true}");
            assertThat(caller.admin("POST", account + "/clock/advance", "{\"seconds\":3600}")
                            .at("/now")
                            .longValue())
                    .isEqualTo(1_003_600);
            assertThat(caller.admin("GET", account + "/clock", null).at("/now").longValue())
                    .isEqualTo(1_003_600);
        }

        @Test
        void isNoAffairOfTheStub() {
            long before = caller.admin("GET", "/clock", null).at("/now").longValue();
            caller.admin("POST", account + "/clock/advance", "{\"seconds\":315360000}");
            assertThat(caller.admin("GET", "/clock", null).at("/now").longValue())
                    .isLessThan(before + 3_600);
        }

        @Test
        void neverGoesBack() {
            caller.admin("PUT", account + "/clock", "{\"now\":1000000,\"frozen\":true}");
            caller.get("/balance/info");
            assertProblem(
                    caller.admin("PUT", account + "/clock", "{\"now\":999999}"),
                    409,
                    "",
                    "the clock shows 1000000 already; only a reset goes back");
        }

        @Test
        void standsStillForAnAccountThatIsAheadOfTheStubWhenItIsReleased() {
            caller.admin("POST", account + "/clock/advance", "{\"seconds\":86400}");
            String created = caller.post("/instance/create_by_pod", CREATE)
                    .at("/data/create_time")
                    .toString();
            assertThat(caller.admin("DELETE", account + "/clock", null).status())
                    .isEqualTo(204);
            assertThat(caller.post("/instance/create_by_pod", CREATE)
                            .at("/data/create_time")
                            .toString())
                    .isEqualTo(created);
        }

        @Test
        void canRunFaster() {
            Answer set = caller.admin("PUT", account + "/clock", "{\"speed\":60}");
            assertThat(set.at("/speed").intValue()).isEqualTo(60);
            assertThat(set.at("/frozen").booleanValue()).isFalse();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"speed\":0}|speed|must be above 0",
                    "{\"speed\":100001}|speed|must be at most 100000",
                    "{\"speed\":\"60\"}|speed|must be a number",
                    "{\"now\":-1}|now|must be at least 0",
                    "{\"now\":1.5}|now|must be an integer",
                    "{\"frozen\":1}|frozen|must be true or false",
                    "{\"frozzen\":true}|frozzen|is not known",
                    "[]||must be an object",
                    "{|| not valid JSON"
                })
        void refusesWhatIsNoSetting(String body, String member, String detail) {
            Answer answer = caller.admin("PUT", account + "/clock", body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.at("/member").asString("")).isEqualTo(member == null ? "" : member);
            assertThat(answer.at("/detail").stringValue()).contains(detail.trim());
        }

        @ParameterizedTest
        @CsvSource({"-1,must be at least 0", "315360001,must be at most 315360000"})
        void refusesToMoveBackOrTooFar(long seconds, String detail) {
            assertProblem(
                    caller.admin("POST", account + "/clock/advance", "{\"seconds\":" + seconds + "}"),
                    400,
                    "seconds",
                    detail);
        }
    }

    @Nested
    class Accounts {

        @Test
        void areCreatedWithAKeyOfTheirName() {
            Answer created = caller.admin("POST", "/accounts", "{\"balance\":12.34}");
            assertThat(created.status()).isEqualTo(201);
            String key = created.at("/api_key").stringValue();
            Caller owner = new Caller(caller.origin(), key);
            assertThat(owner.get("/balance/info").at("/data/balance").decimalValue())
                    .isEqualByComparingTo("12.34");
            assertThat(owner.get("/bill/list").at("/data/total").intValue()).isZero();
            assertThat(caller.admin("GET", "/accounts", null).text()).contains("\"" + key + "\"");
            assertThat(caller.admin("DELETE", "/accounts/" + key, null).status())
                    .isEqualTo(204);
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
            assertThat(owner.post("/instance/create_by_pod", CREATE).status()).isEqualTo(403);
            assertThat(owner.get("/instance/list")
                            .at("/data/instance_list/0/status")
                            .intValue())
                    .isEqualTo(22);
            assertThat(owner.get("/image/private/list").at("/data/total").intValue())
                    .isEqualTo(1);
            caller.admin("POST", "/accounts/seeded/recharges", "{\"amount\":1}");
            caller.admin("POST", "/accounts/seeded/reset", null);
            assertThat(owner.get("/balance/info").at("/data/balance").decimalValue())
                    .isEqualByComparingTo("100");
            caller.admin("DELETE", "/accounts/seeded", null);
        }

        @Test
        void ofOneNameAreCreatedOnce() {
            assertProblem(
                    caller.admin("POST", "/accounts", "{\"account\":\"demo-key\"}"),
                    409,
                    "",
                    "there is an account of this name already");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"balance\":1.234}|balance|must have at most 2 decimals",
                    "{\"balance\":-1}|balance|must be at least 0",
                    "{\"permission\":\"some\"}|permission|must be one of [full, read_only]",
                    "{\"account\":\"with space\"}|account|must match ^[!-~]{1,200}$",
                    "{\"balance\":1,\"seed\":{}}|balance|does not go with a seed",
                    "{\"seed\":{\"cards\":[{\"title\":\"t\"}]}}|seed.cards[0].face_amount|is required",
                    "{\"seed\":{\"cards\":[null]}}|seed.cards[0]|must not be null",
                    "{\"seed\":{\"bills\":[{\"amount\":1,\"charge_channel\":3,\"settle_start_offset\":\"PT0S\",\"settle_end_offset\":\"PT0S\"}]}}|seed.bills[0].charge_channel|must be one of [1, 2]",
                    "{\"seed\":{\"recharges\":[{\"amount\":1,\"trade_offset\":\"yesterday\"}]}}|seed.recharges[0].trade_offset|must be a duration such as -P1DT12H",
                    "{\"seed\":{\"instances\":[{\"pod_uuid\":\"none\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}]}}|seed.instances[0].pod_uuid|names no pod of this seed"
                })
        void refuseWhatTheyCannotBe(String body, String member, String detail) {
            assertProblem(caller.admin("POST", "/accounts", body), 400, member, detail);
        }

        @Test
        void thatNoKeyOpensAreNotFound() {
            assertProblem(caller.admin("DELETE", "/accounts/nobody", null), 404, "", "there is no such account");
        }

        @Test
        void getMoneyAndCards() {
            Answer recharge = caller.admin("POST", account + "/recharges", "{\"amount\":5.5}");
            assertThat(recharge.status()).isEqualTo(201);
            assertThat(recharge.at("/trade_number").stringValue()).startsWith("R");
            Answer card = caller.admin(
                    "POST", account + "/cards", "{\"face_amount\":20,\"valid_days\":1,\"pods\":[\"pod-comfyui\"]}");
            assertThat(card.status()).isEqualTo(201);
            Answer balance = caller.get("/balance/info");
            assertThat(balance.at("/data/balance").decimalValue()).isEqualByComparingTo("1005.50");
            assertThat(balance.at("/data/card_balance").decimalValue()).isEqualByComparingTo("120");
            assertProblem(
                    caller.admin("POST", account + "/cards", "{\"face_amount\":20,\"pods\":[\"none\"]}"),
                    400,
                    "pods[0]",
                    "names no pod of the seed");
            assertProblem(
                    caller.admin("POST", account + "/recharges", "{\"amount\":0}"), 400, "amount", "must be above 0");
        }

        @Test
        void getCapacity() {
            assertThat(caller.admin("PUT", account + "/gpus/gpu-l40s", "{\"stock\":0}")
                            .status())
                    .isEqualTo(200);
            assertThat(caller.post("/instance/create_by_pod", CREATE).code()).isEqualTo(1);
            caller.admin("PUT", account + "/gpus/gpu-l40s", "{}");
            assertThat(caller.post("/instance/create_by_pod", CREATE).code()).isZero();
            assertProblem(caller.admin("PUT", account + "/gpus/none", "{}"), 404, "", "there is no such GPU model");
            assertProblem(
                    caller.admin("PUT", account + "/gpus/gpu-l40s", "{\"schedule\":[{\"stock\":1}]}"),
                    400,
                    "schedule[0].at",
                    "is required");
        }

        @Test
        void getDurationsOfTheirOwn() {
            Answer set = caller.admin("PUT", account + "/lifecycle", "{\"boot\":0}");
            assertThat(set.text()).isEqualTo("{\"boot\":0,\"shutdown\":10,\"image_upload\":30}");
            caller.post("/instance/create_by_pod", CREATE);
            assertThat(caller.get("/instance/list")
                            .at("/data/instance_list/0/status")
                            .intValue())
                    .isEqualTo(2);
        }

        @Test
        void areTakenOutAndPutBackIn() {
            caller.post("/instance/create_by_pod", CREATE);
            String snapshot = caller.admin("GET", account + "/snapshot", null).text();
            caller.admin("POST", account + "/reset", null);
            assertThat(caller.get("/instance/list").at("/data/instance_list").size())
                    .isZero();
            assertThat(caller.admin("PUT", account + "/snapshot", snapshot).status())
                    .isEqualTo(204);
            assertThat(caller.get("/instance/list").at("/data/instance_list").size())
                    .isEqualTo(1);
            assertProblem(
                    caller.admin("PUT", account + "/snapshot", snapshot.replaceFirst("digest\":\".", "digest\":\"x")),
                    409,
                    "",
                    "it was taken from a stub with another seed, other rules or another format");
            assertProblem(
                    caller.admin("PUT", account + "/snapshot", snapshot.replaceAll("gpu-l40s", "gpu-gone")),
                    400,
                    "account",
                    "an instance names a GPU model that is not there: gpu-gone");
        }
    }

    @Nested
    class Keys {

        @Test
        void canBeMadeDisabledAndEnabledAgain() {
            Caller owner = new Caller(caller.origin(), "made-key");
            assertThat(owner.get("/gpu/list").status()).isEqualTo(401);
            assertThat(caller.admin("PUT", "/keys/made-key", "{}").text())
                    .isEqualTo("{\"api_key\":\"made-key\",\"status\":\"active\",\"permission\":\"full\"}");
            assertThat(owner.get("/gpu/list").status()).isEqualTo(200);
            caller.admin("PUT", "/keys/made-key", "{\"status\":\"expired\"}");
            assertThat(owner.get("/gpu/list").status()).isEqualTo(401);
            caller.admin("PUT", "/keys/made-key", "{\"status\":\"active\",\"permission\":\"read_only\"}");
            assertThat(owner.post("/instance/create_by_pod", CREATE).status()).isEqualTo(403);
            caller.admin("DELETE", "/accounts/made-key", null);
        }
    }

    @Nested
    class Faults {

        @Test
        void areListedInTheirOrderAndDeleted() {
            String key = account.substring("/accounts/".length());
            String answer = caller.admin("POST", "/faults", "{\"status\":500,\"api_key\":\"" + key + "\"}")
                    .at("/id")
                    .stringValue();
            String boot = caller.admin(
                            "POST", "/faults", "{\"effect\":\"never_boot\",\"times\":2,\"api_key\":\"" + key + "\"}")
                    .at("/id")
                    .stringValue();
            assertThat(caller.admin("GET", "/faults", null).text())
                    .contains("{\"id\":\"" + answer + "\",\"api_key\":\"" + key
                            + "\",\"status\":500,\"effect\":\"respond\"}")
                    .contains("{\"id\":\"" + boot + "\",\"api_key\":\"" + key
                            + "\",\"effect\":\"never_boot\",\"times\":2}");
            assertThat(caller.admin("DELETE", "/faults/" + answer, null).status())
                    .isEqualTo(204);
            assertThat(caller.admin("DELETE", "/faults/" + boot, null).status()).isEqualTo(204);
            assertProblem(caller.admin("DELETE", "/faults/" + boot, null), 404, "", "there is no such fault");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{}||one of status, code, body, delay_ms and effect must be there",
                    "{\"effect\":\"never_boot\"}|api_key|is required for a lifecycle fault",
                    "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\",\"status\":500}|status|does not go with a lifecycle fault",
                    "{\"effect\":\"list_lag\",\"api_key\":\"demo-key\"}|seconds|is required for this effect",
                    "{\"status\":500,\"seconds\":5}|seconds|does not go with this effect",
                    "{\"status\":199}|status|must be at least 200",
                    "{\"status\":600}|status|must be at most 599",
                    "{\"delay_ms\":60001}|delay_ms|must be at most 60000",
                    "{\"status\":500,\"probability\":0}|probability|must be above 0",
                    "{\"status\":500,\"times\":0}|times|must be at least 1"
                })
        void refuseWhatTheyCannotBe(String body, String member, String detail) {
            assertProblem(caller.admin("POST", "/faults", body), 400, member == null ? "" : member, detail);
        }

        @Test
        void nameOperationsThatThereAre() {
            Answer answer = caller.admin("POST", "/faults", "{\"status\":500,\"operation\":\"list\"}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.at("/member").stringValue()).isEqualTo("operation");
            assertThat(answer.at("/detail").stringValue())
                    .startsWith("must be one of [createInstanceByImage, createInstanceByPod, ");
        }

        @Test
        void nameKeysThatThereAre() {
            assertProblem(
                    caller.admin("POST", "/faults", "{\"status\":500,\"api_key\":\"nobody\"}"),
                    404,
                    "",
                    "there is no such account");
        }
    }

    @Nested
    class TheJournal {

        @Test
        void showsRequestsNewestFirstWithKeysMasked() {
            caller.get("/gpu/list");
            caller.call("POST", "/api/open/v2/instance/destroy?x=1", "nonsense", "Content-Type", "application/json");
            String key = account.substring("/accounts/".length());
            Answer found = caller.admin("GET", "/requests?api_key=" + key, null);
            assertThat(found.at("/total").intValue()).isEqualTo(2);
            JsonNode newest = found.at("/requests/0");
            assertThat(newest.path("operation").stringValue()).isEqualTo("destroyInstance");
            assertThat(newest.path("query").stringValue()).isEqualTo("x=1");
            assertThat(newest.path("body").stringValue()).isEqualTo("nonsense");
            assertThat(newest.path("status").intValue()).isEqualTo(400);
            assertThat(found.text()).doesNotContain(key);
        }

        @Test
        void findsByOperationAndStatusAndLimitsWhatItAnswers() {
            String key = account.substring("/accounts/".length());
            caller.get("/gpu/list");
            caller.get("/gpu/list");
            caller.get("/balance/info");
            Answer found =
                    caller.admin("GET", "/requests?api_key=" + key + "&operation=listGpus&status=200&limit=1", null);
            assertThat(found.at("/total").intValue()).isEqualTo(2);
            assertThat(found.at("/requests").size()).isEqualTo(1);
        }

        @Test
        void answersAtOnceWhenEnoughRequestsAreThere() {
            String key = account.substring("/accounts/".length());
            caller.get("/gpu/list");
            assertThat(caller.admin("GET", "/requests?wait_ms=30000&count=1&api_key=" + key, null)
                            .at("/total")
                            .intValue())
                    .isEqualTo(1);
        }

        @ParameterizedTest
        @CsvSource({
            "limit=0,limit,must be at least 1",
            "limit=x,limit,must be an integer",
            "wait_ms=30001,wait_ms,must be at most 30000",
            "colour=red,colour,is not known",
            "status=200&status=500,status,must be given once"
        })
        void refusesWhatItDoesNotKnow(String query, String member, String detail) {
            assertProblem(caller.admin("GET", "/requests?" + query, null), 400, member, detail);
        }
    }

    @Nested
    class UnknownCalls {

        @Test
        void areProblemsToo() {
            Answer answer = caller.admin("GET", "/none", null);
            assertProblem(answer, 404, "", "there is no such call; see /openapi/stub-admin-v1.yaml");
        }

        @Test
        void withoutJsonAreRefused() {
            Answer answer = caller.call("PUT", "/__admin/clock", "{\"frozen\":true}", "Content-Type", "text/plain");
            assertProblem(answer, 415, "", "the body must be application/json");
        }
    }
}
