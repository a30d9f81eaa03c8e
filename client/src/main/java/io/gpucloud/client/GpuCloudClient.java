package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * A client of the service. It is thread-safe and keeps connections open, so create one and share it.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>An operation that is not safe to repeat is never sent again once it may have taken effect.
 *   <li>A call ends within its {@link RequestOptions#deadline()}.
 *   <li>The API key is sent to the base address only, and never appears in a log or message.
 * </ul>
 */
public interface GpuCloudClient extends AutoCloseable {

    /**
     * Instances: create, list, wait, stop, start, save, destroy.
     *
     * @return the instances of the account
     */
    Instances instances();

    /**
     * Images of the compute market and private ones.
     *
     * @return the images
     */
    Images images();

    /**
     * Pods of the application market.
     *
     * @return the pods
     */
    Pods pods();

    /**
     * GPU models and their prices.
     *
     * @return the GPU models
     */
    Gpus gpus();

    /**
     * Balance, compute cards, bills and recharges.
     *
     * @return the money of the account
     */
    Billing billing();

    /**
     * The asynchronous form of this client: every operation returns a future.
     *
     * @return the asynchronous client; it shares everything with this one and needs no closing
     */
    GpuCloudAsyncClient async();

    /**
     * The same client with other options. It shares connections with this one and is cheap. Closing it has no effect; close the
     * client that was built.
     *
     * @param options the options
     * @return the other client
     */
    GpuCloudClient withOptions(RequestOptions options);

    /**
     * The client that was built. All clients of {@link #withOptions} lead back to it, so leases of any of them know of each other.
     *
     * @return the client whose connections this one shares; this one, unless it comes from {@link #withOptions}
     */
    default GpuCloudClient original() {
        return this;
    }

    /**
     * Returns an interface that is generated from the contract. Its methods return the whole envelope of a response. API key, deadline,
     * retries and exceptions are the same as elsewhere, with one difference: a response of HTTP 200 with a {@code code} other than 0 is
     * returned and does not throw an exception.
     *
     * @param <T> the interface
     * @param api one of the interfaces of {@code io.gpucloud.client.api}
     * @return the operations
     * @throws IllegalArgumentException if it is not such an interface
     */
    <T> T raw(Class<T> api);

    /**
     * The time that this client lives in.
     *
     * @return the timer that the builder was given; {@link WaitTimer#system()} by default
     */
    default WaitTimer timer() {
        return WaitTimer.system();
    }

    /**
     * The executor of asynchronous calls, waits and leases.
     *
     * @return the executor that the builder was given; by default virtual threads on Java 21 and later, and daemon threads on Java 17
     */
    default Executor executor() {
        return DefaultExecutor.INSTANCE;
    }

    /**
     * Closes all connections and ends the waits of asynchronous methods. Later calls throw {@link IllegalStateException}. A transport
     * that you passed to the builder stays open, and calls through it still work. Close {@code Leases} before the client: a closed
     * client cannot destroy instances.
     */
    @Override
    void close();

    /**
     * Begins a client.
     *
     * @return a builder with nothing set
     */
    static GpuCloudClientBuilder builder() {
        return new GpuCloudClientBuilder();
    }

    /**
     * A client of the server stub, with its key {@code demo-key}.
     *
     * @param url where the stub is, such as {@code http://localhost:8080}; its base path is appended if there is no path
     * @return the client
     * @throws IllegalArgumentException if it is no URL of a server
     */
    static GpuCloudClient forStub(String url) {
        return forStub(url, "demo-key");
    }

    /**
     * A client of the server stub. The keys of a stub are no secrets, so they may travel by plain HTTP, to any host.
     *
     * @param url where the stub is, such as {@code http://stub:8080}; its base path is appended if there is no path
     * @param apiKey a key that only stubs know: one that begins with {@code demo-} or {@code tenant-}
     * @return the client
     * @throws IllegalArgumentException if it is no URL of a server, or if the key could be a real one
     */
    static GpuCloudClient forStub(String url, String apiKey) {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(apiKey, "apiKey");
        Preconditions.require(
                Pattern.matches("(demo|tenant)-.+", apiKey),
                "the key of a stub begins with demo- or tenant-; use builder() for a real one");
        boolean hasPath = Pattern.matches("[^:/]+://[^/]+/.+", url);
        String base = hasPath ? url : url.replaceAll("/$", "") + "/api/open/v2";
        return builder().baseUrl(base).apiKey(apiKey).allowPlainHttp().build();
    }

    /**
     * A client with the settings of the environment.
     *
     * <table>
     * <caption>Settings; a system property wins over a variable, and a key over the file of a key</caption>
     * <tr><th>system property</th><th>variable</th><th>meaning</th></tr>
     * <tr><td>{@code gpucloud.base-url}</td><td>{@code GPU_CLOUD_BASE_URL}</td><td>address, with {@code /api/open/v2}</td></tr>
     * <tr><td>{@code gpucloud.api-key}</td><td>{@code GPU_CLOUD_API_KEY}</td><td>the key</td></tr>
     * <tr><td>{@code gpucloud.api-key-file}</td><td>{@code GPU_CLOUD_API_KEY_FILE}</td><td>file that holds the key, read
     * for every attempt</td></tr>
     * </table>
     *
     * @return the client; without a key it serves only the public operations
     * @throws IllegalStateException if the address is missing
     * @throws IllegalArgumentException if the address is none, or the key would travel by plain HTTP
     */
    static GpuCloudClient fromEnv() {
        return Environment.system().builder().build();
    }
}
