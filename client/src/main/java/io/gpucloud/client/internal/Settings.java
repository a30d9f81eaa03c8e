package io.gpucloud.client.internal;

import feign.RequestInterceptor;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.RejectionClassifier;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client and of all clients derived from it.
 *
 * @param apiKey supplies the key, or null if only public operations are called
 * @param plainHttpAllowed whether the key may be sent over plain HTTP to other machines
 * @param userAgentSuffix the text after the name of the client in {@code User-Agent}, or null for none
 * @param interceptors may change requests
 */
public record Settings(
        @Nullable Supplier<ApiKey> apiKey,
        boolean plainHttpAllowed,
        WaitTimer timer,
        ShutdownTimeUnit shutdownTimeUnit,
        RandomGenerator random,
        Executor executor,
        @Nullable String userAgentSuffix,
        RejectionClassifier rejections,
        List<CallListener> listeners,
        List<RequestInterceptor> interceptors) {}
