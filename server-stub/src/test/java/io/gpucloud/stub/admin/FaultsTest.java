package io.gpucloud.stub.admin;

import static io.gpucloud.stub.admin.AdminAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.admin.model.FaultEffect;
import io.gpucloud.stub.junit.AccountTestBase;
import java.util.EnumSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class FaultsTest extends AccountTestBase {

    /** For faults of all callers. */
    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    private final Caller tester = Caller.of(STUB.baseUrl(), null);

    @BeforeEach
    void resetTheOtherStub() {
        tester.admin("POST", "/reset", null);
    }

    @Test
    void listsFaultsInTheOrderOfTheirCreationAndDeletesThem() {
        String answer = fault("\"status\":500").textAt("/id");
        String boot = fault("\"effect\":\"never_boot\",\"times\":2").textAt("/id");
        assertThat(caller.adminGet("/faults").text())
                .contains(
                        "{\"api_key\":\"" + key + "\",\"status\":500,\"effect\":\"respond\",\"id\":\"" + answer + "\"}")
                .contains(
                        "{\"api_key\":\"" + key + "\",\"effect\":\"never_boot\",\"times\":2,\"id\":\"" + boot + "\"}");
        assertThat(caller.adminDelete("/faults?id=" + answer).status()).isEqualTo(204);
        assertThat(caller.adminDelete("/faults?id=" + boot).status()).isEqualTo(204);
        assertProblem(caller.adminDelete("/faults?id=" + boot), 404, "", "there is no such fault");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"effect":"respond"}|effect|needs status, code or body
            {"effect":"respond","delay_ms":1,"retry_after":1}|effect|needs status, code or body
            {"effect":"respond","msg":"no"}|effect|needs status, code or body
            {}||one of status, code, body, delay_ms and effect must be there
            {"effect":"never_boot"}|api_key|is required for a lifecycle fault
            {"effect":"never_boot","api_key":"demo-key","status":500}|status|is not allowed with a lifecycle fault
            {"effect":"list_lag","api_key":"demo-key"}|seconds|is required for this effect
            {"status":500,"seconds":5}|seconds|is not allowed with this effect
            {"delay_ms":1,"msg":"late"}|msg|is not allowed in a fault that only delays
            {"delay_ms":1,"retry_after":1}|retry_after|is not allowed in a fault that only delays
            {"effect":"html_body","body":"<p>"}|body|is not allowed with this effect
            {"effect":"html_body","code":1}|code|is not allowed with this effect
            {"effect":"truncate_body","status":500}|status|is not allowed with this effect
            {"effect":"reset_connection","retry_after":1}|retry_after|is not allowed with this effect
            {"effect":"reset_after_effect","msg":"gone"}|msg|is not allowed with this effect
            {"body":"x","code":1}|code|is not allowed with a body
            {"effect":"respond_after_effect","body":"x","msg":"y"}|msg|is not allowed with a body
            {"status":199}|status|must be at least 200
            {"status":600}|status|must be at most 599
            {"delay_ms":60001}|delay_ms|must be at most 60000
            {"status":500,"probability":0}|probability|must be above 0
            {"status":500,"probability":1e-400}|probability|is too small
            {"status":500,"times":0}|times|must be at least 1
            {"status":500,"msg":"\\ud800"}|msg|must be a text of whole characters
            {"status":500,"body":"\\udc00"}|body|must be a text of whole characters
            {"status":500,"until":1,"for_seconds":1}|for_seconds|is not allowed with until
            {"status":500,"path":"workflow"}|path|must begin with /
            {"status":500,"path":"/workflow/*","operation":"listPods"}|operation|is not allowed with path
            {"effect":"lose_response","path":"/workflow/*"}|effect|is not allowed with path, which may have no operation
            {"effect":"never_boot","api_key":"demo-key","path":"/x"}|path|is not allowed with a lifecycle fault
            """)
    void rejectsMembersThatAreMissingOrDoNotGoTogether(String body, String member, String detail) {
        assertProblem(caller.admin("POST", "/faults", body), 400, member == null ? "" : member, detail);
    }

    @ParameterizedTest
    @EnumSource(FaultEffect.class)
    void showsEachEffectByTheNameThatItWasSetWith(FaultEffect effect) {
        boolean lasts = EnumSet.of(
                        FaultEffect.NO_SERVER_URL,
                        FaultEffect.LIST_LAG,
                        FaultEffect.STALE_STATUS,
                        FaultEffect.LISTED_AGAIN)
                .contains(effect);
        String more = lasts ? ",\"seconds\":60" : effect == FaultEffect.RESPOND ? ",\"status\":200" : "";
        Answer set = fault("\"effect\":\"" + effect + "\"" + more);
        assertThat(set.textAt("/effect")).isEqualTo(effect.value());
        assertThat(caller.adminGet("/faults").text()).contains(set.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"effect\":\"respond_after_effect\"",
                "\"effect\":\"html_body\",\"status\":503,\"retry_after\":1,\"delay_ms\":1",
                "\"effect\":\"reset_connection\",\"delay_ms\":1",
                "\"status\":503,\"body\":\"x\",\"retry_after\":1",
                "\"code\":1,\"msg\":\"no\",\"retry_after\":1"
            })
    void acceptsTheMembersThatGoWithTheEffect(String members) {
        assertThat(fault(members).textAt("/api_key")).isEqualTo(key);
    }

    @Test
    void respondsToAPathThatNoDocumentKnows() {
        String run = "/workflow/run-" + key;
        fault("\"path\":\"/workflow/run*\",\"status\":202,\"body\":\"{\\\"task\\\":7}\"");
        Answer served = caller.unchecked().post(run, "{}");
        assertThat(served.status()).isEqualTo(202);
        assertThat(served.intAt("/task")).isEqualTo(7);
        assertThat(caller.unchecked().get("/workflow/list").status()).isEqualTo(404);
        JsonNode recorded = caller.adminGet("/requests?limit=1&status=202").at("/requests/0");
        assertThat(recorded.path("path").stringValue()).isEqualTo("/api/open/v2" + run);
        assertThat(recorded.path("effect").stringValue()).isEqualTo("respond");
    }

    @Test
    void respondsToAnOperationThatIsOnlyObserved() {
        fault("\"operation\":\"getInstance\",\"status\":503");
        assertThat(caller.unchecked().get("/instance/info?instance_uuid=x").status())
                .isEqualTo(503);
    }

    @Test
    void endsAfterSecondsOfTheAccount() {
        caller.admin("PUT", "/clock?account=" + key, "{\"frozen\":true}");
        Answer set = fault("\"operation\":\"getBalance\",\"status\":503,\"for_seconds\":60");
        long now = caller.adminGet("/clock?account=" + key).longAt("/now");
        assertThat(set.longAt("/until")).isEqualTo(now + 60);
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":59}");
        assertThat(caller.unchecked().get("/balance/info").status()).isEqualTo(503);
        caller.admin("POST", "/clock/advance?account=" + key, "{\"seconds\":1}");
        assertThat(caller.get("/balance/info").status()).isEqualTo(200);
        assertThat(caller.adminGet("/faults?api_key=" + key).at("/faults")).isEmpty();
    }

    @Test
    void usesNoNumberForARejectedFault() {
        assertThat(tester.admin("POST", "/faults", "{\"status\":500,\"probability\":1e-400}")
                        .status())
                .isEqualTo(400);
        assertThat(tester.admin("POST", "/faults", "{\"status\":500}").textAt("/id"))
                .isEqualTo("fault-1");
    }

    @Test
    void rejectsAnUnknownOperation() {
        Answer answer = caller.admin("POST", "/faults", "{\"status\":500,\"operation\":\"list\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.textAt("/member")).isEqualTo("operation");
        assertThat(answer.textAt("/detail")).startsWith("must be one of [createInstanceByImage, createInstanceByPod, ");
    }

    @Test
    void deletesTheFaultsOfOneKeyOrOneOperation() {
        tester.admin("POST", "/faults", "{\"status\":500}");
        tester.admin("POST", "/faults", "{\"status\":500,\"operation\":\"listGpus\"}");
        tester.admin("POST", "/faults", "{\"status\":500,\"api_key\":\"demo-key\"}");
        tester.admin("POST", "/faults", "{\"status\":500,\"api_key\":\"tenant-a\",\"operation\":\"listGpus\"}");
        tester.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"tenant-a\"}");
        tester.admin("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"demo-key\"}");
        assertThat(ids("")).isEqualTo("1 2 3 4 5 6");
        assertThat(ids("?api_key=tenant-a")).isEqualTo("4 5");
        assertThat(ids("?operation=listGpus")).isEqualTo("2 4");
        tester.adminDelete("/faults?api_key=tenant-a&operation=listGpus");
        assertThat(ids("")).isEqualTo("1 2 3 5 6");
        tester.adminDelete("/faults?api_key=tenant-a");
        assertThat(ids("")).isEqualTo("1 2 3 6");
        tester.adminDelete("/faults?operation=listGpus");
        assertThat(ids("")).isEqualTo("1 3 6");
        assertThat(tester.adminDelete("/faults?api_key=nobody").status()).isEqualTo(404);
        assertThat(ids("")).isEqualTo("1 3 6");
        tester.adminDelete("/faults");
        assertThat(ids("")).isEmpty();
    }

    private String ids(String query) {
        return tester.adminGet("/faults" + query)
                .at("/faults")
                .valueStream()
                .map(fault -> fault.path("id").stringValue().substring("fault-".length()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void showsAFaultThatIsSetAfterADelay() {
        String delayId = fault("\"delay_ms\":1").textAt("/id");
        String errorId = fault("\"status\":500,\"times\":1").textAt("/id");
        assertThat(caller.get("/balance/info").status()).isEqualTo(500);
        assertThat(caller.get("/balance/info").status()).isEqualTo(200);
        assertThat(caller.adminGet("/requests?api_key=" + key)
                        .at("/requests")
                        .valueStream()
                        .map(request -> request.path("faults").toString()))
                .containsExactly("[\"" + delayId + "\"]", "[\"" + errorId + "\",\"" + delayId + "\"]");
    }

    @Test
    void affectsPublicOperationsForRequestsThatCarryTheKey() {
        fault("\"status\":503,\"operation\":\"listPods\"");
        String path = "/api/open/v2/pod/list";
        Caller unchecked = caller.unchecked();
        assertThat(unchecked
                        .call("GET", path, null, "Authorization: Bearer " + key)
                        .status())
                .isEqualTo(503);
        assertThat(caller.call("GET", path, null).status()).isEqualTo(200);
        assertThat(unchecked
                        .call("GET", path, null, "Authorization: Bearer demo-key")
                        .status())
                .isEqualTo(200);
        assertThat(caller.get("/gpu/list").status()).isEqualTo(200);
    }

    @Test
    void affectsPublicOperationsForAllCallers() {
        tester.admin("POST", "/faults", "{\"status\":503,\"operation\":\"listMarketImages\",\"times\":1}");
        assertThat(tester.unchecked().get("/image/market/list").status()).isEqualTo(503);
        assertThat(tester.get("/image/market/list").status()).isEqualTo(200);
    }
}
