package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each test modifies one detail of the responses of a stub. The kit must report the detail and where it is documented.
 */
@Tag("ci")
class FaultyServiceTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private static void assertDiffers(
            UnaryOperator<ProxiedResponse> modify,
            String operation,
            String what,
            String expected,
            String got,
            String source) {
        assertDiffers(RUNS.runModified(modify, operation), what, expected, got, source);
    }

    /** Without {@code --strict}, which rejects a status that the contract does not list in every response. */
    private static void assertStatusDiffers(
            UnaryOperator<ProxiedResponse> modify, String operation, String expected, String got, String assumption) {
        try (ModifyingProxy proxy = RUNS.proxy(modify)) {
            Report report = RUNS.run(Settings.of("--url=" + proxy.url(), "--admin", "--only=" + operation));
            assertDiffers(report, "status", expected, got, "docs/reference/assumptions.md#" + assumption);
        }
    }

    private static void assertDiffers(Report report, String what, String expected, String got, String source) {
        assertThat(report.held()).as("held").isFalse();
        assertThat(KitRuns.mismatches(report)).anySatisfy(mismatch -> {
            assertThat(mismatch.what()).contains(what);
            assertThat(mismatch.expected()).contains(expected);
            assertThat(mismatch.got()).contains(got);
            assertThat(mismatch.source()).contains(source);
        });
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            a renamed member        | listGpus | /gpu/list | "gpu_uuid" | "gpu_id" | GET /gpu/list, response body /data/gpu_list/0/gpu_uuid | is missing | nothing | gpu-cloud-v2.yaml#/components/schemas/GpuModel
            a missing member        | listRecharges | /recharge/list | "recharge_list": | "recharges": | GET /recharge/list, response body /data/recharge_list | is missing | nothing | gpu-cloud-v2.yaml#/components/schemas/RechargeList
            an unknown member       | getBalance | /balance/info | "card_balance" | "bonus":1,"card_balance" | GET /balance/info, response body /data/bonus | contract | 1 | gpu-cloud-v2.yaml#/components/schemas/
            another page size       | listMarketImages | /image/market/list | "page_size":20 | "page_size":10 | /data/page_size | 20 | 10 | docs/reference/assumptions.md#paging-defaults
            a value not listed      | listInstances | /instance/list | "status":2, | "status":3, | /data/instance_list/0/status | in the contract | 3 | gpu-cloud-v2.yaml#/components/schemas/InstanceStatus
            a member cut short      | advanceClock | /clock/advance | "member":"seconds" | "member":"s" | /clock/advance | for member seconds | "member":"s" | stub-admin-v1.yaml#/components/responses/BadRequest
            """)
    void reportsAChangedText(
            String name,
            String operation,
            String path,
            String from,
            String to,
            String what,
            String expected,
            String got,
            String source) {
        assertDiffers(ModifyingProxy.replacing(path, from, to), operation, what, expected, got, source);
    }

    @ParameterizedTest
    @CsvSource({
        "retry-after, listCards, 'GET /card/list, response headers Retry-After', RetryAfter",
        "www-authenticate, getBalance, response headers WWW-Authenticate, WwwAuthenticate"
    })
    void reportsAMissingHeader(String header, String operation, String what, String described) {
        String source = "gpu-cloud-v2.yaml#/components/headers/" + described;
        assertDiffers(response -> response.without(header), operation, what, "is missing", "nothing", source);
    }

    @ParameterizedTest
    @CsvSource({"listGpus, gpu, 202", "listBills, bill, 204"})
    void reportsAnUndocumentedStatus(String operation, String thing, int status) {
        assertDiffers(
                ModifyingProxy.on(
                        "/" + thing + "/list",
                        response -> response.status(status).body(status == 204 ? "" : response.body())),
                operation,
                "GET /" + thing + "/list",
                status + " is not documented",
                "HTTP " + status,
                "gpu-cloud-v2.yaml#/paths/~1" + thing + "~1list/get/responses");
    }

    @Test
    void reportsAnIntegerThatIsSentAsText() {
        assertDiffers(
                response -> response.body(response.body().replaceAll("\"total\":([0-9]+)", "\"total\":\"$1\"")),
                "listPrivateImages",
                "response body /data/total",
                "integer",
                "\"0\"",
                "gpu-cloud-v2.yaml#/components/schemas/PrivateImageList");
    }

    @Test
    void reportsAParameterErrorInTheUsualForm() {
        assertDiffers(
                response -> response.status() == 400 ? response.body("{\"code\":1,\"msg\":\"bad\"}") : response,
                "listPods",
                "GET /pod/list?page=0",
                "HTTP 400 in the alternative form for field page",
                "{\"code\":1,\"msg\":\"bad\"}",
                "docs/reference/assumptions.md#parameter-error-code");
    }

    /** It shows 1 at once after the request, and 2 in the end. */
    @ParameterizedTest
    @CsvSource({"startInstance, /instance/startup, start-states", "restartInstance, /instance/restart, restart-states"})
    void reportsAnotherIntermediateStatus(String operation, String path, String assumption) {
        AtomicInteger lists = new AtomicInteger(-1);
        assertStatusDiffers(
                response -> {
                    if (response.request().contains(path)) {
                        lists.set(0);
                    }
                    boolean later = response.request().contains("/instance/list")
                            && lists.get() >= 0
                            && lists.incrementAndGet() > 3;
                    return later ? response.body(response.body().replace("\"status\":1,", "\"status\":24,")) : response;
                },
                operation,
                "[1, 2]",
                "[1, 24, 2]",
                assumption);
    }

    @Test
    void reportsAnUnknownStatus() {
        assertStatusDiffers(
                ModifyingProxy.replacing("/instance/list", "\"status\":1,", "\"status\":23,"),
                "listInstances",
                "1, 2, 21 or 22",
                "23",
                "status-values");
    }

    @Test
    void reportsAListOfInstancesWithPages() {
        assertDiffers(
                ModifyingProxy.on(
                        "/instance/list?page=2",
                        response -> response.body("{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_list\":[]}}")),
                "listInstances",
                "instances on a second page of 1",
                "1",
                "0",
                "docs/reference/assumptions.md#instance-list-paging");
    }

    @Test
    void reportsAnOperationToStopInstances() {
        assertDiffers(
                response -> response.request().contains("/instance/shutdown")
                                && !response.request().contains("_timer")
                        ? response.status(200).body("{\"code\":-1,\"msg\":\"no such instance\"}")
                        : response,
                "listInstances",
                "HTTP status of POST /instance/shutdown",
                "404",
                "200",
                "docs/reference/assumptions.md#stop-operation");
    }

    @Test
    void reportsARejectedRequestThatChangesState() {
        assertDiffers(
                ModifyingProxy.on(
                        "/snapshot",
                        response -> response.body(
                                response.body().replaceFirst("\\{", "{\"now\":" + System.nanoTime() + ","))),
                "deletePrivateImage",
                "the account after a rejected request",
                "no change",
                "a change",
                "docs/reference/assumptions.md#refusal-effect");
    }
}
