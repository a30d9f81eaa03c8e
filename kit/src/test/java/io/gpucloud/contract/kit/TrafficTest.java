package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The kit checks recorded traffic. The files have the details of those of Chrome, Firefox and mitmproxy. */
class TrafficTest {

    private static final String HOST = "https://gpu.example/api/open/v2";
    private static final String KEY = "sk-very-secret";
    private static final String GPUS =
            "{\"code\":0,\"msg\":\"success\",\"data\":{\"total\":1,\"gpu_list\":[{\"gpu_uuid\":\"g\",\"gpu_name\":\"G\",\"status\":1}]}}";
    private static final String CREATED =
            "{\"code\":0,\"msg\":\"success\",\"data\":{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"\",\"charging_type\":1,\"server_url\":\"\"}}";
    private static final String CREATION = "{\"pod_uuid\":\"p\",\"gpu_uuid\":\"g\",\"gpu_nums\":1}";
    private static final String REFUSED = "{\"code\":2,\"msg\":\"not logged in\"}";

    private final JsonMapper json = JsonMapper.shared();
    private final ObjectNode file = json.createObjectNode();

    @TempDir
    private Path folder;

    /** Whether keys and cookies are left out, as Chrome does. */
    private boolean sanitized;

    /** Adds an exchange as a browser records it, and returns its response. */
    private ObjectNode add(int second, String method, String url, String sent, int status, String received) {
        ObjectNode entry = file.withObject("/log").withArray("entries").addObject();
        entry.put("startedDateTime", "2026-11-26T08:00:%02d.123+01:00".formatted(second));
        ObjectNode request = entry.putObject("request").put("method", method).put("url", url);
        header(request, ":authority", "gpu.example");
        if (!sanitized) {
            header(request, "authorization", "Bearer " + KEY);
            header(request, "cookie", "sid=c00kie-value; theme=dark");
        }
        header(request, "content-type", "application/json");
        if (!sent.isEmpty()) {
            request.putObject("postData").put("mimeType", "application/json").put("text", sent);
        }
        ObjectNode response = entry.putObject("response").put("status", status);
        header(response, "content-type", "application/json");
        header(response, "content-encoding", "br");
        response.putObject("content").put("size", received.length()).put("text", received);
        return response;
    }

    private static void header(ObjectNode message, String name, String value) {
        message.withArray("headers").addObject().put("name", name).put("value", value);
    }

    private KitRuns.Ended check(String... options) throws IOException {
        Path recorded = Files.writeString(folder.resolve("day.har"), file.toString());
        Stream<String> all = Stream.concat(Stream.of("--traffic", recorded.toString()), Stream.of(options));
        return KitRuns.execute(all.toArray(String[]::new));
    }

    @Test
    void groupsTheExchangesByOperation() throws IOException {
        add(1, "GET", HOST + "/gpu/list", "", 200, GPUS);
        add(2, "GET", HOST + "/gpu/list", "", 200, GPUS);
        add(3, "GET", "https://gpu.example/assets/app.js", "", 200, "alert(1)");
        add(4, "OPTIONS", HOST + "/gpu/list", "", 204, "");
        KitRuns.Ended ended = check();
        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(ended.out())
                .contains("GPU cloud contract kit: day.har")
                .containsPattern("listGpus +1 held, 0 differ, 0 skipped")
                .contains("other exchanges in the file: 2");
    }

    @Test
    void readsBodiesThatAProxyWroteInBase64() throws IOException {
        ObjectNode response = add(1, "GET", HOST + "/gpu/list", "", 200, GPUS.replace("gpu_uuid", "gpu_id"));
        ObjectNode content = (ObjectNode) response.path("content");
        String text = content.path("text").asString();
        content.put("encoding", "base64").put("text", Base64.getEncoder().encodeToString(text.getBytes(UTF_8)));
        KitRuns.Ended ended = check();
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("GET /gpu/list, response body /data/gpu_list/0/gpu_uuid")
                .contains("rule      gpu-cloud-v2-observed.yaml#");
    }

    @Test
    void needsNoKeyInTheFile() throws IOException {
        sanitized = true;
        add(1, "GET", HOST + "/gpu/list", "", 200, GPUS);
        KitRuns.Ended ended = check();
        assertThat(ended.code()).as(ended.out()).isZero();
    }

    @Test
    void reportsARequestThatTheServiceShouldHaveRejected() throws IOException {
        add(1, "POST", HOST + "/instance/create_by_pod", CREATION.replace(":1", ":3"), 200, CREATED);
        KitRuns.Ended ended = check();
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("POST /instance/create_by_pod, request /gpu_nums")
                .contains("got       accepted");
    }

    @Test
    void comparesWithTheAssumptionsAndWritesTheSettingsThatFollow() throws IOException {
        add(1, "POST", HOST + "/instance/create_by_pod", CREATION, 200, CREATED);
        String list =
                CREATED.replace("\"data\":{", "\"data\":{\"instance_list\":[{").replace("}}", "}]}}");
        add(9, "GET", HOST + "/instance/list", "", 200, list);
        add(41, "GET", HOST + "/instance/list", "", 200, list.replace("\"status\":1", "\"status\":2"));
        add(50, "GET", HOST + "/gpu/list", "", 200, REFUSED);
        add(55, "GET", HOST + "/instance/info?instance_uuid=i", "", 200, CREATED);
        Path profile = folder.resolve("profile.yaml");
        KitRuns.Ended ended = check("--write-profile", profile.toString());
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .contains("DIFFERS  assumption unauthorized-code")
                .contains("expected  401/2", "got       200/2", "docs/reference/assumptions.md#unauthorized-code")
                .doesNotContain("assumption start-mode\n");
        assertThat(profile)
                .content()
                .contains("stub.assumptions.unauthorized-code: \"200/2\"")
                .contains("stub.lifecycle.start: \"automatic\"", "stub.lifecycle.boot: \"40s\"")
                .contains("stub.observed: \"true\"");
        assertThat(check("--without", "errors").code()).isZero();
        assertThat(check("--summary").out())
                .containsPattern("unauthorized-code +CONTRADICTED")
                .containsPattern("start-mode +held")
                .containsPattern("timer-unit +not checked");
    }

    @Test
    void keepsSecretsOutOfAllReports() throws IOException {
        List<String> secrets = List.of(
                KEY, "c00kie-value", "t0ken-of-url", "passw0rd-of-ssh", "t0ken-of-jupyter", "c00kie-of-service");
        String body =
                "{\"code\":\"" + KEY + " c00kie-value t0ken-of-url c00kie-of-service\",\"ssh_info\":{\"password\":"
                        + "\"passw0rd-of-ssh\"},\"url\":\"https://i.example/lab?token=t0ken-of-jupyter\",\"msg\":7}";
        ObjectNode response = add(1, "GET", HOST + "/gpu/list?access_token=t0ken-of-url", "", 200, body);
        header(response, "Set-Cookie", "sid=c00kie-of-service; Path=/; Secure");
        add(2, "GET", HOST + "/pod/list", "", 200, body + "no JSON");
        add(3, "GET", HOST + "/gpu/list", "", 401, REFUSED.replace("not logged in", "bad key " + KEY));
        Path profile = folder.resolve("profile.yaml");
        KitRuns.Ended ended = check("--report-dir", folder.toString(), "--write-profile", profile.toString());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(profile).content().contains("message-texts.unauthorized: \"bad key ***\"");
        assertThat(ended.out()
                        + ended.err()
                        + Files.readString(profile)
                        + Files.readString(folder.resolve("report.md")))
                .contains("***")
                .doesNotContain(secrets);
    }

    @Test
    void skipsExchangesWithoutARecordedResponse() throws IOException {
        add(1, "GET", HOST + "/gpu/list", "", 0, "");
        add(2, "GET", HOST + "/gpu/list", "", 200, GPUS).withObject("/content").remove("text");
        KitRuns.Ended ended = check("--url", HOST);
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("skipped  1: no response was recorded");
    }

    @Test
    void checksOnlyTheAddressThatIsGiven() throws IOException {
        add(1, "GET", HOST + "/gpu/list", "", 200, "{}");
        assertThat(check("--url", "https://other.example/v2").out()).contains("other exchanges in the file: 1");
    }

    @Test
    void rejectsFilesThatAreNoTraffic() throws IOException {
        file.put("secret", KEY);
        assertThat(check().err())
                .contains("--traffic cannot be read: it has no log.entries")
                .doesNotContain(KEY);
        assertThat(check("--read-only").err()).contains("--traffic sends no request");
        Path other = Files.writeString(folder.resolve("other.har"), KEY);
        KitRuns.Ended ended = KitRuns.execute("--traffic", other.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("--traffic cannot be read: it is not JSON")
                .doesNotContain(KEY);
    }
}
