package io.gpucloud.client.internal;

import feign.Client;
import feign.RequestInterceptor;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.RejectionClassifier;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client.
 *
 * @param apiKey supplies the key, or null if only public operations are called
 * @param options how long calls may take and how they are retried
 * @param transport the transport, or null for Apache HttpClient
 * @param userAgentSuffix the text after the name of the client in {@code User-Agent}, or null for none
 * @param interceptors may change requests
 */
public record Settings(
        URI baseUrl,
        @Nullable Supplier<ApiKey> apiKey,
        RequestOptions options,
        WaitTimer timer,
        ShutdownTimeUnit shutdownTimeUnit,
        RandomGenerator random,
        Executor executor,
        HttpSettings http,
        @Nullable Client transport,
        @Nullable String userAgentSuffix,
        RejectionClassifier rejections,
        List<CallListener> listeners,
        List<RequestInterceptor> interceptors) {

    Settings with(RequestOptions other) {
        return new Settings(
                baseUrl,
                apiKey,
                other,
                timer,
                shutdownTimeUnit,
                random,
                executor,
                http,
                transport,
                userAgentSuffix,
                rejections,
                listeners,
                interceptors);
    }
}
