package io.gpucloud.client.internal;

import feign.Client;
import feign.RequestInterceptor;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.Sleeper;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All that a client is made of.
 *
 * @param baseUrl address of the service
 * @param apiKey gives the key, or null for the public operations alone
 * @param options how long calls may take and how they are repeated
 * @param clock the time
 * @param sleeper lets time pass
 * @param random chance for the pauses
 * @param executor where asynchronous waits call back
 * @param transport the transport, or null for Apache HttpClient
 * @param listeners who hears of calls
 * @param interceptors who may change requests
 */
public record Settings(
        URI baseUrl,
        @Nullable Supplier<ApiKey> apiKey,
        RequestOptions options,
        InstantSource clock,
        Sleeper sleeper,
        RandomGenerator random,
        Executor executor,
        @Nullable Client transport,
        List<CallListener> listeners,
        List<RequestInterceptor> interceptors) {

    Settings with(RequestOptions other) {
        return new Settings(
                baseUrl, apiKey, other, clock, sleeper, random, executor, transport, listeners, interceptors);
    }
}
