package io.gpucloud.client;

import feign.Client;
import feign.RequestInterceptor;
import io.gpucloud.client.error.RejectionClassifier;
import io.gpucloud.client.internal.BaseUrls;
import io.gpucloud.client.internal.DefaultClient;
import io.gpucloud.client.internal.FeignParts;
import io.gpucloud.client.internal.HttpSettings;
import io.gpucloud.client.internal.JacksonVersions;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.internal.ServiceTime;
import io.gpucloud.client.internal.Settings;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds a {@link GpuCloudClient}. Only the base address must be set. */
public final class GpuCloudClientBuilder {

    private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]+");

    private @Nullable URI baseUrl;
    private @Nullable Supplier<ApiKey> apiKey;
    private boolean plainHttpAllowed;
    private RequestOptions options = RequestOptions.defaults();
    private @Nullable WaitTimer timer;
    private ShutdownTimeUnit shutdownTimeUnit = ShutdownTimeUnit.EPOCH_SECONDS;
    private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    private Executor executor = DefaultExecutor.INSTANCE;
    private int maxConnections = HttpSettings.DEFAULTS.maxConnections();
    private @Nullable Proxy proxy;
    private @Nullable PasswordAuthentication proxyCredentials;
    private @Nullable SSLContext sslContext;
    private Duration maxIdle = HttpSettings.DEFAULTS.maxIdle();
    private @Nullable String userAgentSuffix;
    private RejectionClassifier rejections = RejectionClassifier.byText();
    private @Nullable Client transport;
    private final List<CallListener> listeners = new ArrayList<>();
    private final List<RequestInterceptor> interceptors = new ArrayList<>();

    GpuCloudClientBuilder() {}

    /**
     * Sets the base address.
     *
     * @param baseUrl address of the service, with the version at its end: {@code https://HOST/api/open/v2}
     * @throws IllegalArgumentException if it is not an http or https URL of a host, or contains a user, query or
     *     fragment
     */
    public GpuCloudClientBuilder baseUrl(String baseUrl) {
        this.baseUrl = BaseUrls.parse(Objects.requireNonNull(baseUrl, "baseUrl"));
        return this;
    }

    /**
     * Sets the API key. The client does not send it with public operations.
     *
     * @param apiKey the whole key
     * @throws IllegalArgumentException if it cannot be a key; the message does not repeat it
     */
    public GpuCloudClientBuilder apiKey(String apiKey) {
        ApiKey key = ApiKey.of(Objects.requireNonNull(apiKey, "apiKey"));
        return apiKey(() -> key);
    }

    /**
     * Sets the source of the key. The client reads it for every attempt of a call, and again after HTTP 401: if the key
     * has changed, the call is sent again immediately.
     *
     * @param apiKey returns the current key; must be thread-safe and fast, because calls wait for it
     */
    public GpuCloudClientBuilder apiKey(Supplier<ApiKey> apiKey) {
        this.apiKey = Objects.requireNonNull(apiKey, "apiKey");
        return this;
    }

    /**
     * Sets whether the client may send the key over plain HTTP to other machines. Anyone on the network path can read
     * it.
     *
     * @param allowPlainHttp whether it may; false unless set
     */
    public GpuCloudClientBuilder allowPlainHttp(boolean allowPlainHttp) {
        plainHttpAllowed = allowPlainHttp;
        return this;
    }

    /**
     * Sets how long calls may take and how they are retried.
     *
     * @param options the options; {@link RequestOptions#defaults()} unless set
     */
    public GpuCloudClientBuilder options(RequestOptions options) {
        this.options = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Changes how long calls may take and how they are retried, for example {@code options -> options.deadline(limit)}.
     *
     * @param changes changes the options of this builder
     */
    public GpuCloudClientBuilder options(Consumer<RequestOptions.Builder> changes) {
        RequestOptions.Builder changed = options.toBuilder();
        Objects.requireNonNull(changes, "changes").accept(changed);
        return options(changed.build());
    }

    /**
     * Sets how many connections the client may have at the same time. A call that finds all of them in use waits for up
     * to the connect timeout.
     *
     * @param maxConnections 1 or more; 256 unless set
     * @throws IllegalArgumentException if it is less than 1
     */
    public GpuCloudClientBuilder maxConnections(int maxConnections) {
        Preconditions.require(maxConnections >= 1, "maxConnections must be 1 or more, not " + maxConnections);
        this.maxConnections = maxConnections;
        return this;
    }

    /**
     * Sets the HTTP proxy, also for a service on this machine. Unless set, the client uses the proxy settings of the
     * JVM at the time it is built, and no proxy for a service on this machine.
     *
     * @param proxy a proxy of type HTTP with a host and a port, or {@link Proxy#NO_PROXY}
     * @throws IllegalArgumentException if it is a SOCKS proxy
     */
    public GpuCloudClientBuilder proxy(Proxy proxy) {
        Objects.requireNonNull(proxy, "proxy");
        Preconditions.require(
                proxy.type() == Proxy.Type.DIRECT
                        || (proxy.type() == Proxy.Type.HTTP && proxy.address() instanceof InetSocketAddress),
                "proxy must be an HTTP proxy with host and port, or Proxy.NO_PROXY, not " + proxy);
        this.proxy = proxy;
        return this;
    }

    /**
     * Sets user and password for the HTTP proxy, that of {@link #proxy} or of the JVM. The client sends them to the
     * proxy only, when it asks for them by HTTP 407.
     */
    public GpuCloudClientBuilder proxyCredentials(PasswordAuthentication credentials) {
        proxyCredentials = Objects.requireNonNull(credentials, "credentials");
        return this;
    }

    /**
     * Sets the TLS context, with the certificates that the client trusts and presents. The default is the context of
     * the JVM.
     *
     * @param sslContext makes TLS connections; host names are verified with any context
     */
    public GpuCloudClientBuilder sslContext(SSLContext sslContext) {
        this.sslContext = Objects.requireNonNull(sslContext, "sslContext");
        return this;
    }

    /**
     * Adds your program to the header {@code User-Agent}, after the name and version of this client.
     *
     * @param suffix such as {@code my-program/1.0}: printable ASCII, not blank
     * @throws IllegalArgumentException if it is blank or contains other characters
     */
    public GpuCloudClientBuilder userAgentSuffix(String suffix) {
        String stripped = Objects.requireNonNull(suffix, "suffix").strip();
        Preconditions.require(
                PRINTABLE.matcher(stripped).matches(),
                "suffix must be printable ASCII such as my-program/1.0, not '" + suffix + "'");
        userAgentSuffix = stripped;
        return this;
    }

    /**
     * Sets the time of waits, leases, shutdown timers and the pauses between attempts. The deadlines of HTTP calls
     * always use real time.
     *
     * <p>Unless set, it is {@link WaitTimer#system()}, with one addition: if the clock of the system differs by more
     * than two minutes from the header {@code Date} of responses, the client logs a warning, and shutdown timers and
     * leases use the time of the service.
     */
    public GpuCloudClientBuilder timer(WaitTimer timer) {
        this.timer = Objects.requireNonNull(timer, "timer");
        return this;
    }

    /**
     * Sets the unit in which shutdown timers are sent. The documentation of the service names two (assumption
     * {@code timer-unit}).
     *
     * @param unit the unit; {@link ShutdownTimeUnit#EPOCH_SECONDS} unless set
     */
    public GpuCloudClientBuilder shutdownTimeUnit(ShutdownTimeUnit unit) {
        shutdownTimeUnit = Objects.requireNonNull(unit, "unit");
        return this;
    }

    /** Sets how long a connection is kept without a call. */
    GpuCloudClientBuilder maxIdle(Duration maxIdle) {
        this.maxIdle = maxIdle;
        return this;
    }

    /** Sets the source of randomness of the pauses between attempts. */
    GpuCloudClientBuilder random(RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        return this;
    }

    /**
     * Sets the executor of {@link GpuCloudClient#async}, of asynchronous waits and of leases. It runs their blocking
     * calls, hooks, predicates, and the stages that depend on their futures. The executor must not run tasks on the
     * calling thread: these methods would then block.
     *
     * @param executor the executor; by default virtual threads on Java 21 and later, and a cached pool of daemon
     *     threads on Java 17
     */
    public GpuCloudClientBuilder executor(Executor executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
        return this;
    }

    /**
     * Adds a listener.
     *
     * @param listener observes every call
     */
    public GpuCloudClientBuilder listener(CallListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Sets how the client recognizes insufficient funds and missing capacity. Leases use it, too.
     *
     * @param classifier the classifier; must be thread-safe; {@link RejectionClassifier#byText()} unless set
     */
    public GpuCloudClientBuilder rejectionClassifier(RejectionClassifier classifier) {
        rejections = Objects.requireNonNull(classifier, "classifier");
        return this;
    }

    /**
     * Replaces the transport. The default is Apache HttpClient 5.
     *
     * <p>The client passes the timeouts to the transport with every request. The transport must not retry requests or
     * follow redirects; otherwise the guarantees of {@link GpuCloudClient} do not hold. At the deadline, the client
     * stops reading the response and closes its body. If the transport blocks before it returns a response, or blocks
     * while a body is closed, only its own timeouts end the call.
     *
     * <p>You close the transport yourself. The settings {@link #maxConnections}, {@link #proxy},
     * {@link #proxyCredentials} and {@link #sslContext} belong to the built-in transport and cannot be combined with
     * another one.
     *
     * @param transport sends a request and returns the response
     */
    public GpuCloudClientBuilder transport(Client transport) {
        this.transport = Objects.requireNonNull(transport, "transport");
        return this;
    }

    /**
     * Adds an interceptor, which may change a request before its first attempt. It does not see the key, and must not
     * change the address.
     *
     * @param interceptor changes a request
     */
    public GpuCloudClientBuilder interceptor(RequestInterceptor interceptor) {
        interceptors.add(Objects.requireNonNull(interceptor, "interceptor"));
        return this;
    }

    /**
     * Builds the client. If no {@link #proxy} is set, the client uses the HTTP proxy that the JVM has for the base
     * address at this moment, if any.
     *
     * @throws NullPointerException if the base address is not set
     * @throws IllegalStateException if the versions of Jackson on the class path do not fit together
     * @throws IllegalArgumentException if the key would be sent over plain HTTP to another machine, or if a transport
     *     is set together with a setting of the built-in one
     */
    public GpuCloudClient build() {
        URI address = Objects.requireNonNull(baseUrl, "baseUrl");
        if (apiKey != null && !plainHttpAllowed) {
            BaseUrls.requireSecrecy(address, proxy);
        }
        if (transport == null) {
            return new DefaultClient(address, settings(true), options, http());
        }
        Preconditions.require(
                http().equals(HttpSettings.DEFAULTS),
                "maxConnections, proxy, proxyCredentials and sslContext have no effect on a transport of your own: set them there");
        return new DefaultClient(address, settings(true), options, transport);
    }

    /** The parts of Feign with these settings, for any address. */
    FeignParts parts() {
        Preconditions.require(
                baseUrl == null && transport == null && interceptors.isEmpty() && http().equals(HttpSettings.DEFAULTS),
                "set the address, the HTTP client and the interceptors on the builder of Feign");
        return new FeignParts(settings(plainHttpAllowed), options);
    }

    private HttpSettings http() {
        return new HttpSettings(maxConnections, proxy, proxyCredentials, sslContext, maxIdle);
    }

    private Settings settings(boolean plainHttp) {
        JacksonVersions.check();
        return new Settings(
                apiKey,
                plainHttp,
                timer == null ? new ServiceTime() : timer,
                shutdownTimeUnit,
                random,
                executor,
                userAgentSuffix,
                rejections,
                List.copyOf(listeners),
                List.copyOf(interceptors));
    }
}
