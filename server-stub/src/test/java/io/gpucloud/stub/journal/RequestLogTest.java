package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RequestLogTest {

    private static JournaledRequest request(String path, @Nullable String query, @Nullable String key) {
        return new JournaledRequest(
                1,
                "listGpus",
                "GET",
                path,
                query,
                key,
                Map.of(),
                JournaledBody.NONE,
                200,
                0,
                7,
                List.of("fault-2", "fault-1"),
                null,
                true,
                Map.of(),
                JournaledBody.NONE,
                JournaledBody.NONE,
                null);
    }

    @Test
    void writesALineWithTheKeyMasked() {
        assertThat(RequestLog.line(request("/api/open/v2/gpu/list", "page=1", "vendor-12345678")))
                .isEqualTo("method=GET path=/api/open/v2/gpu/list query=page=1 operation=listGpus status=200 code=0"
                        + " duration_ms=7 key=****5678 faults=fault-2,fault-1");
    }
}
