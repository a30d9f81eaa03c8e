package io.gpucloud.client.spring;

import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import java.time.Duration;

/** Calls of those who would rather have no answer than a late one. In a class of its own, that needs no health module. */
final class QuickCalls {

    static final RequestOptions OPTIONS = RequestOptions.defaults()
            .withConnectTimeout(Duration.ofSeconds(2))
            .withDeadline(Duration.ofSeconds(5))
            .withRetryPolicy(RetryPolicy.none());

    private QuickCalls() {}
}
