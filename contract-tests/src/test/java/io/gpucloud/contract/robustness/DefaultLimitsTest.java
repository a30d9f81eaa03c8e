package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;

/** Limits with their defaults: a request at each limit, and one beyond it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultLimitsTest {

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "stub.clock.frozen=true");

    private final StubHttp client = new StubHttp(stub.baseUrl(), "demo-key");

    private static String times(int times, String json) {
        return "[" + String.join(",", Collections.nCopies(times, json)) + "]";
    }

    /** All titles are different. */
    private static String images(int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(title -> "{\"title\":\"" + title + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String head(String fields) throws IOException {
        String head = RawRequest.head("GET", "/api/open/v2/instance/list") + fields + "\r\n";
        return new SocketTarget(stub.baseUrl())
                .response(new RawRequest("head", head))
                .substring(0, 12);
    }

    private String headOf(int bytes) throws IOException {
        int others = RawRequest.head("GET", "/api/open/v2/instance/list").length() + "X: \r\n\r\n".length();
        return head("X: " + "x".repeat(bytes - others) + "\r\n");
    }

    /** All tests share one stub. */
    @AfterEach
    void removeFaults() {
        assertThat(client.admin("DELETE", "/faults", "").status()).isEqualTo(204);
    }

    @LimitTest("head of a request | 8 KiB and 100 fields | `server.max-http-request-header-size` | 400")
    void ofARequestHead() throws IOException {
        assertThat(headOf(8_192)).isEqualTo("HTTP/1.1 200");
        assertThat(headOf(8_193)).isEqualTo("HTTP/1.1 400");
        // Three exist already.
        assertThat(head("X: x\r\n".repeat(97))).isEqualTo("HTTP/1.1 200");
        assertThat(head("X: x\r\n".repeat(98))).isEqualTo("HTTP/1.1 400");
    }

    @LimitTest("body of a request | 64 KiB | `stub.limits.max-body` | 413")
    void ofABody() {
        String full = StubHttp.CREATE + " ".repeat(64 * 1024 - StubHttp.CREATE.length());
        assertThat(client.post("/instance/create_by_pod", full).code()).isZero();
        assertThat(client.post("/instance/create_by_pod", full + " ").status()).isEqualTo(413);
    }

    @LimitTest("nesting of a body, digits of a number in it, characters of a name | 32, 1,000, 50,000 | 400")
    void ofTheStructureOfABody() {
        // The body itself is one more level.
        assertThat(with("\"unknown\":" + nested(31)).status()).isEqualTo(200);
        assertThat(with("\"unknown\":" + nested(32)).status()).isEqualTo(400);
        assertThat(with("\"unknown\":" + "1".repeat(1_000)).status()).isEqualTo(200);
        assertThat(with("\"unknown\":" + "1".repeat(1_001)).status()).isEqualTo(400);
        assertThat(with("\"" + "m".repeat(50_000) + "\":1").status()).isEqualTo(200);
        assertThat(with("\"" + "m".repeat(50_001) + "\":1").status()).isEqualTo(400);
    }

    private static String nested(int deep) {
        return "[".repeat(deep) + "]".repeat(deep);
    }

    private StubHttp.Response with(String member) {
        return client.post("/instance/create_by_pod", StubHttp.CREATE.replace("}", "," + member + "}"));
    }

    @LimitTest("body of `/__admin` | 1 MiB | 413")
    void ofAnAdminBody() {
        String full = "{}" + " ".repeat(1024 * 1024 - 2);
        assertThat(client.admin("PUT", "/clock", full).status()).isEqualTo(200);
        assertThat(client.admin("PUT", "/clock", full + " ").status()).isEqualTo(413);
    }

    @LimitTest("response faults | 1,000 | 409")
    void ofResponseFaults() {
        assertHoldsAThousand("/snapshot", "{\"status\":500,\"api_key\":\"demo-key-poor\"}");
    }

    @LimitTest("delay of a fault, wait for the journal | 60 s, 30 s | 400")
    void ofDelaysAndWaits() {
        String delay = "{\"api_key\":\"demo-key-poor\",\"delay_ms\":";
        assertThat(client.admin("POST", "/faults", delay + "60000}").status()).isEqualTo(201);
        assertThat(client.admin("POST", "/faults", delay + "60001}").status()).isEqualTo(400);
        client.get("/gpu/list");
        assertThat(client.admin("GET", "/requests?count=1&wait_ms=30000", "").status())
                .isEqualTo(200);
        assertThat(client.admin("GET", "/requests?count=1&wait_ms=30001", "").status())
                .isEqualTo(400);
    }

    @LimitTest("private images of an account | 1,000 | rejected, code 1")
    void ofPrivateImages() {
        String instance = ",\"instances\":[{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-l40s\",\"gpu_nums\":1}]}";
        StubHttp almost = client.withNewAccount("{\"images\":" + images(999) + instance);
        assertThat(save(almost).code()).isZero();
        StubHttp full = client.withNewAccount("{\"images\":" + images(1_000) + instance);
        assertThat(save(full)).isEqualTo(new StubHttp.Response(200, refused("1000 private images")));
    }

    private static String refused(String what) {
        return "{\"code\":1,\"msg\":\"the account has " + what + ", which is the limit\"}";
    }

    private static StubHttp.Response save(StubHttp owner) {
        String uuid = owner.get("/instance/list")
                .at("/data/instance_list/0/instance_uuid")
                .asString();
        return owner.post("/instance/save_image", "{\"instance_uuid\":\"" + uuid + "\",\"image_name\":\"one more\"}");
    }

    @LimitTest("cards and lifecycle faults of an account | 1,000 each | 409")
    void ofCardsAndLifecycleFaults() {
        String card = "{\"title\":\"c\",\"face_amount\":1,\"bind_offset\":\"PT0S\",\"valid_days\":1}";
        StubHttp owner = client.withNewAccount("{\"cards\":" + times(999, card) + "}");
        String cards = "/accounts/" + owner.key() + "/cards";
        assertThat(owner.admin("POST", cards, "{\"face_amount\":1}").status()).isEqualTo(201);
        assertThat(owner.admin("POST", cards, "{\"face_amount\":1}").status()).isEqualTo(409);

        assertHoldsAThousand(
                "/snapshot?account=" + owner.key(), "{\"effect\":\"never_boot\",\"api_key\":\"" + owner.key() + "\"}");
    }

    /** Sets one fault, and restores a snapshot with 999 copies of it. */
    private void assertHoldsAThousand(String snapshot, String fault) {
        assertThat(client.admin("POST", "/faults", fault).status()).isEqualTo(201);
        String one = client.admin("GET", snapshot, "").body();
        Matcher faults = Pattern.compile("\"faults\":\\[(\\{.*?})]").matcher(one);
        String many = faults.replaceFirst(set -> "\"faults\":" + times(999, set.group(1)));
        assertThat(client.admin("PUT", snapshot, many).status()).isEqualTo(204);

        assertThat(client.admin("POST", "/faults", fault).status()).isEqualTo(201);
        assertThat(client.admin("POST", "/faults", fault).status()).isEqualTo(409);
    }

    @LimitTest("page | 1,000 | `stub.paging.max-page-size` | cut to it")
    void ofPages() {
        StubHttp owner = client.withNewAccount(
                "{\"recharges\":" + times(1_001, "{\"amount\":1,\"trade_offset\":\"-P1D\"}") + "}");
        StubHttp.Response page = owner.get("/recharge/list?page_size=1001");
        assertThat(page.at("/data/total").asInt()).isEqualTo(1_001);
        assertThat(page.at("/data/recharge_list")).hasSize(1_000);
    }
}
