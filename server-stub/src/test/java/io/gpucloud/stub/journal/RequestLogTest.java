package io.gpucloud.stub.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RequestLogTest {

    @Test
    void writesALineWithTheKeyMasked() {
        JournaledRequest request =
                Requests.of("listGpus", "/api/open/v2/gpu/list", 0, "vendor-12345678", JournaledBody.NONE);
        assertThat(RequestLog.line(request))
                .isEqualTo("method=GET path=/api/open/v2/gpu/list query=page=1 operation=listGpus status=200 code=0"
                        + " duration_ms=7 key=****5678 faults=fault-2,fault-1");
    }
}
