package io.gpucloud.stub.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import io.gpucloud.stub.RawCaller;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Web pages of other origins ({@code stub.cors.allowed-origins}). Without the setting, AdminAccessTest finds no header
 * of CORS.
 */
@ExtendWith(GpuCloudStubExtension.class)
class CrossOriginTest {

    private static final String ORIGIN = "http://localhost:3000";
    private static final String ALLOWED = "\r\nAccess-Control-Allow-Origin: " + ORIGIN + "\r\n";

    @AutoClose
    private static final GpuCloudStub NAMED =
            GpuCloudStub.start("stub.cors.allowed-origins=https://app.example," + ORIGIN);

    @AutoClose
    private static final GpuCloudStub ALL = GpuCloudStub.start("stub.cors.allowed-origins=*");

    private final RawCaller named = new RawCaller(NAMED.baseUrl());
    private final RawCaller all = new RawCaller(ALL.baseUrl());
    private final Caller tester = Caller.of(NAMED.baseUrl(), null);

    private static String preflight(RawCaller raw, String path, String origin) throws IOException {
        return raw.ask(
                "OPTIONS " + path + " HTTP/1.1",
                "Origin: " + origin,
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization,content-type");
    }

    @Test
    void configuredOriginsMayCallThePublicApi() throws IOException {
        assertThat(preflight(named, "/api/open/v2/instance/create_by_pod", ORIGIN))
                .startsWith("HTTP/1.1 200")
                .contains(ALLOWED, "Access-Control-Allow-Methods: GET,POST", "authorization, content-type");
        assertThat(named.ask("GET /api/open/v2/pod/list HTTP/1.1", "Origin: " + ORIGIN))
                .startsWith("HTTP/1.1 200")
                .contains(ALLOWED, "Access-Control-Expose-Headers: Retry-After, WWW-Authenticate");
        assertThat(preflight(named, "/api/open/v2/instance/create_by_pod", "https://evil.example"))
                .startsWith("HTTP/1.1 403")
                .doesNotContain("Access-Control-Allow");
        assertThat(named.ask("GET /api/open/v2/pod/list HTTP/1.1")).startsWith("HTTP/1.1 200");
    }

    @Test
    void configuredOriginsCanReadErrorsAndFaults() throws IOException {
        assertThat(named.ask("GET /api/open/v2/balance/info HTTP/1.1", "Origin: " + ORIGIN))
                .startsWith("HTTP/1.1 401")
                .contains(ALLOWED);
        tester.admin("POST", "/faults", "{\"operation\":\"listPods\",\"status\":503,\"retry_after\":2,\"times\":1}");
        assertThat(named.ask("GET /api/open/v2/pod/list HTTP/1.1", "Origin: " + ORIGIN))
                .startsWith("HTTP/1.1 503")
                .contains(ALLOWED, "Retry-After: 2");
    }

    @Test
    void anAsteriskAllowsAllOriginsExceptForTheAdministration() throws IOException {
        assertThat(all.ask("GET /api/open/v2/pod/list HTTP/1.1", "Origin: https://anything.example"))
                .startsWith("HTTP/1.1 200")
                .contains("Access-Control-Allow-Origin: *");
        for (String path : new String[] {"/__admin/clock", "/actuator/health"}) {
            assertThat(preflight(all, path, ORIGIN)).as(path).doesNotContain("Access-Control");
            assertThat(all.ask("GET " + path + " HTTP/1.1", "Origin: " + ORIGIN))
                    .as(path)
                    .doesNotContain("Access-Control");
        }
        assertThat(all.ask("GET /__admin/clock HTTP/1.1", "Origin: " + ORIGIN)).startsWith("HTTP/1.1 403");
    }

    /** The documents are public, and web editors load them. */
    @Test
    void allOriginsMayReadTheDocuments(StubAccount account) throws IOException {
        for (RawCaller raw : List.of(new RawCaller(account.baseUrl()), named)) {
            for (String file : new String[] {"gpu-cloud-v2.yaml", "gpu-cloud-v2.json", "stub-admin-v1.json"}) {
                assertThat(raw.ask("GET /openapi/" + file + " HTTP/1.1", "Origin: https://editor.example"))
                        .as(file)
                        .startsWith("HTTP/1.1 200")
                        .contains("Access-Control-Allow-Origin: *");
            }
            assertThat(raw.ask(
                            "OPTIONS /openapi/gpu-cloud-v2.yaml HTTP/1.1",
                            "Origin: https://editor.example",
                            "Access-Control-Request-Method: GET",
                            "Access-Control-Request-Headers: x-requested-with"))
                    .startsWith("HTTP/1.1 200")
                    .contains("Access-Control-Allow-Origin: *", "Access-Control-Allow-Headers: x-requested-with");
        }
    }

    /**
     * A proxy of the page's own site forwards its origin, so the developer needs to see why the request is rejected.
     */
    @Test
    void otherOriginsAreRejectedAndTheJournalShowsWhy() throws IOException {
        String rejected = named.ask("GET /api/open/v2/pod/list HTTP/1.1", "Origin: https://own.example");
        // A request that only asks for permission is not in the journal.
        preflight(named, "/api/open/v2/pod/list", ORIGIN);
        assertThat(rejected)
                .startsWith("HTTP/1.1 403")
                .contains("{\"code\":1,\"msg\":\"the origin https://own.example");
        Caller.Answer journal = tester.adminGet("/requests");
        assertThat(journal.intAt("/requests/0/status")).isEqualTo(403);
        assertThat(journal.textAt("/requests/0/response_body")).contains("stub.cors.allowed-origins");
    }
}
