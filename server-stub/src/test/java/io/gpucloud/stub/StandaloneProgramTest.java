package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller.Answer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A stub that runs as a program has a few endpoints that a stub in a test does not have, and behaves the same otherwise. Isolated,
 * because the program configures the logging of the JVM.
 */
@Isolated
class StandaloneProgramTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.program("--server.port=0");

    private final Caller caller = Caller.of(STUB.baseUrl(), "demo-key");

    @Test
    void tellsItsHealthAndCountsRequests() {
        assertThat(caller.get("/gpu/list").status()).isEqualTo(200);

        Caller operator = caller.unchecked();
        assertThat(operator.call("GET", "/actuator/health", null).textAt("/status"))
                .isEqualTo("UP");
        assertThat(operator.call("GET", "/actuator/prometheus", null).text()).contains("operation=\"listGpus\"");
        assertThat(operator.call("GET", "/actuator/prometheus", null, "Accept", "application/openmetrics-text")
                        .header("Content-Type")
                        .orElseThrow())
                .startsWith("application/openmetrics-text");
    }

    @Test
    void countsRequestsThatTheAccessToTheAdministrationRejects() {
        Caller stranger = caller.unchecked();
        assertThat(stranger.call("GET", "/__admin/clock", null, "X-Forwarded-For", "203.0.113.9")
                        .status())
                .isEqualTo(403);
        assertThat(stranger.call("GET", "/actuator/prometheus", null).text())
                .contains("gpu_cloud_stub_admin_requests_seconds_count{path=\"/__admin\",status=\"403\"} 1");
    }

    @Test
    void refusesUnknownCallsAsAnyStubDoes() {
        Answer none = caller.adminGet("/none");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.textAt("/detail")).startsWith("there is no such call");

        Answer otherMethod = caller.unchecked().adminDelete("/clock");
        assertThat(otherMethod.status()).isEqualTo(405);
        assertThat(otherMethod.header("Allow")).hasValue("GET, PUT");
        assertThat(caller.unchecked().call("GET", "/none", null).status()).isEqualTo(404);
    }
}
