package io.gpucloud.client.spring;

import io.gpucloud.client.RequestOptions;
import java.time.Duration;

/** Options of calls for health checks, which prefer a failure to a late response. This class does not need the health module. */
final class FailFastOptions {

    static final RequestOptions OPTIONS = RequestOptions.builder()
            .connectTimeout(Duration.ofSeconds(2))
            .deadline(Duration.ofSeconds(5))
            .maxAttempts(1)
            .build();

    private FailFastOptions() {}
}
