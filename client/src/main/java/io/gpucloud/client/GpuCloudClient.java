package io.gpucloud.client;

import io.gpucloud.client.internal.AsyncCall;
import io.gpucloud.client.observed.ObservedOperations;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

    /** {@return the instances of the account: create, list, wait, stop, start, save, destroy} */
    Instances instances();

    /** {@return the images of the compute market, and private ones} */
    Images images();

    /** {@return the pods of the application market} */
    Pods pods();

    /** {@return the GPU models and their prices} */
    Gpus gpus();

    /** {@return balance, compute cards, bills and recharges of the account} */
    Billing billing();

    /**
     * Operations that the service does not document. They were observed on its public reference pages and in programs.
     * The service may not offer them, and nothing else in this client needs them.
     */
    ObservedOperations observed();

    /**
     * Runs calls on the {@link #executor()} of this client, on virtual threads on Java 21 and later. A call holds a
     * thread until it ends.
     *
     * <p>If you cancel the future that this method returns, or complete it in another way, the thread is interrupted.
     * This aborts the call under way, and nothing is sent again. The service may still execute a request that was
     * already sent: after a cancelled create request, check {@code instances().list()}. A future that you derived from
     * the returned one does not pass the cancellation on.
     *
     * @param <T> type of the result
     * @param calls calls this client, for example {@code c -> c.instances().create(spec)}
     * @return the result, or the exception of the call
     */
    default <T extends @Nullable Object> CompletableFuture<T> async(
            Function<? super GpuCloudClient, ? extends T> calls) {
        Objects.requireNonNull(calls, "calls");
        return AsyncCall.start(executor(), () -> calls.apply(this));
    }

    /**
     * Runs calls that have no result, as {@link #async(Function)} does.
     *
     * @param calls calls this client, for example {@code c -> c.instances().destroy(instanceUuid)}
     * @return completes when the calls have returned, or with their exception
     */
    default CompletableFuture<@Nullable Void> runAsync(Consumer<? super GpuCloudClient> calls) {
        Objects.requireNonNull(calls, "calls");
        return async(client -> {
            calls.accept(client);
            return null;
        });
    }

    /**
     * Returns the same client with other options. It shares the connections and the poll of waits with this one and is
     * cheap, so you can use it for a single call. Polls have the options of the client that was built. Closing it has
     * no effect; close the client that was built.
     */
    GpuCloudClient withOptions(RequestOptions options);

    /**
     * Returns the same client with changed options, for example for one call: {@code withOptions(options ->
     * options.deadline(limit))}. All other options are those of this client. Is otherwise like
     * {@link #withOptions(RequestOptions)}.
     *
     * @param changes changes the options
     */
    default GpuCloudClient withOptions(Consumer<RequestOptions.Builder> changes) {
        RequestOptions.Builder changed = options().toBuilder();
        Objects.requireNonNull(changes, "changes").accept(changed);
        return withOptions(changed.build());
    }

    /** {@return the options of {@link #withOptions}, or those of the builder} */
    RequestOptions options();

    /**
     * {@return the client that was built, which leases of all clients of {@link #withOptions} share; this one by
     * default}
     */
    default GpuCloudClient original() {
        return this;
    }

    /**
     * Implements an interface of Feign: one of {@code io.gpucloud.client.api}, or your own. API key, deadline, retries
     * and exceptions are the same as elsewhere. A response whose {@code code} is not 0 throws an exception, also after
     * HTTP 200; with {@link RequestOptions.Builder#returnFailures} it is returned.
     *
     * <p>If an implementation of Jakarta Validation is on the class path, a request of the contract that violates a
     * constraint is not sent: {@code feign.codec.EncodeException} has a {@code ConstraintViolationException} as its
     * cause.
     *
     * <p>A method of your own interface can return {@link Envelope}, {@code feign.TypedResponse} with status and
     * headers, or any type that Jackson reads. The client recognizes the operations of the contract by HTTP method and
     * path. It never sends any other operation twice.
     *
     * @param <T> the interface
     * @param api an interface with annotations of Feign, such as {@code io.gpucloud.client.api.InstancesApi}
     * @throws RuntimeException if it is not an interface that Feign can implement
     */
    <T> T api(Class<T> api);

    /** {@return the base address of the service} */
    URI baseUrl();

    /** {@return the {@linkplain ApiKey#fingerprint() fingerprint} of the current API key; null without a key} */
    @Nullable
    String keyFingerprint();

    /** {@return the timer of {@link GpuCloudClientBuilder#timer}} */
    default WaitTimer timer() {
        return WaitTimer.system();
    }

    /**
     * {@return the executor of asynchronous calls, waits and leases; by default virtual threads, or daemon threads on
     * Java 17}
     */
    default Executor executor() {
        return DefaultExecutor.INSTANCE;
    }

    /**
     * Closes all connections and ends the waits of asynchronous methods. Later calls throw
     * {@link IllegalStateException}. A transport that you passed to the builder stays open, and calls through it still
     * work. Close {@code Leases} before the client: a closed client cannot destroy instances.
     */
    @Override
    void close();

    /** {@return a builder with nothing set} */
    static GpuCloudClientBuilder builder() {
        return new GpuCloudClientBuilder();
    }

    /**
     * Creates a client with the settings of the environment.
     *
     * <table>
     * <caption>Settings; a system property has priority over a variable, and a key over a key file</caption>
     * <tr><th>system property</th><th>variable</th><th>meaning</th></tr>
     * <tr><td>{@code gpucloud.base-url}</td><td>{@code GPU_CLOUD_BASE_URL}</td><td>address, with
     * {@code /api/open/v2}</td></tr>
     * <tr><td>{@code gpucloud.api-key}</td><td>{@code GPU_CLOUD_API_KEY}</td><td>the key</td></tr>
     * <tr><td>{@code gpucloud.api-key-file}</td><td>{@code GPU_CLOUD_API_KEY_FILE}</td><td>file with the key, read
     * for every attempt</td></tr>
     * <tr><td>{@code gpucloud.proxy-username}, {@code gpucloud.proxy-password}</td>
     * <td>{@code GPU_CLOUD_PROXY_USERNAME}, {@code GPU_CLOUD_PROXY_PASSWORD}</td>
     * <td>user and password for the HTTP proxy</td></tr>
     * </table>
     *
     * @return the client; without a key, only the public operations work
     * @throws IllegalStateException if the address is missing
     * @throws IllegalArgumentException if the address is invalid, or the key would be sent over plain HTTP to another
     *     machine
     */
    static GpuCloudClient fromEnv() {
        return EnvironmentSettings.system().client();
    }

    /**
     * Returns a builder with the settings of {@link #fromEnv()}. A program can change some of them. Absent settings are
     * not set.
     */
    static GpuCloudClientBuilder builderFromEnv() {
        return EnvironmentSettings.system().builder();
    }
}
