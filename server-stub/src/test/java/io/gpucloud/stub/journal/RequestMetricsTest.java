package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestMetricsTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final RequestMetrics metrics = new RequestMetrics(meters);

    private static JournaledRequest request(@Nullable Integer code, String key) {
        return Requests.of("listGpus", "/api/open/v2/gpu/list", code, key, JournaledBody.NONE);
    }

    private static JournaledRequest without(String path) {
        return Requests.of(null, path, 1, null, JournaledBody.NONE);
    }

    private long counted(String code) {
        return meters.get("gpu.cloud.stub.requests").tag("code", code).timer().count();
    }

    @Test
    void countsTheCodesOfTheContractOneByOne() {
        for (int code : new int[] {-2, -1, 0, 1, 2, 400}) {
            metrics.accept(request(code, "demo-key"));
            assertThat(counted(Integer.toString(code))).isEqualTo(1);
        }
        metrics.accept(request(null, "demo-key"));
        assertThat(counted("none")).isEqualTo(1);
    }

    /** A fault may return any code, and meters are permanent. */
    @Test
    void countsAllOtherCodesInOneMeter() {
        for (int code = 1_000; code < 2_000; code++) {
            metrics.accept(request(code, "tenant-" + code));
        }
        assertThat(meters.getMeters()).hasSize(1);
        assertThat(counted("other")).isEqualTo(1_000);
        assertThat(meters.getMeters().get(0).getId().toString()).doesNotContain("tenant");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/"})
    void doesNotCountRequestsForPages(String path) {
        metrics.accept(without(path));
        assertThat(meters.getMeters()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/actuator/prometheus,/actuator", "/__admin/requests,/__admin", "/__admin;x/requests,/__admin"})
    void countsRequestsToTheAdministrationByPrefixAndStatus(String path, String prefix) {
        metrics.accept(without(path));
        assertThat(meters.get("gpu.cloud.stub.admin.requests")
                        .tags("path", prefix, "status", "200")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.getMeters()).hasSize(1);
    }

    @Test
    void countsRequestsToUnknownPaths() {
        metrics.accept(without("/api/open/v2/nowhere"));
        assertThat(meters.get("gpu.cloud.stub.requests")
                        .tag("operation", "unknown")
                        .timer()
                        .count())
                .isEqualTo(1);
    }
}
