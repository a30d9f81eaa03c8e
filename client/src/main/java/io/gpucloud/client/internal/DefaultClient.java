package io.gpucloud.client.internal;

import feign.Client;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.internal.observed.DefaultObservedOperations;
import io.gpucloud.client.model.GpuList;
import io.gpucloud.client.observed.ObservedApi;
import io.gpucloud.client.observed.ObservedOperations;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client over one transport. The first client over a transport closes it. */
public final class DefaultClient implements GpuCloudClient {

    private final String baseUrl;
    private final FeignParts parts;
    private final Transport transport;
    private final DefaultClient original;
    private final Waits waits;

    /**
     * The interfaces that were called. Creating one takes longer than a call, and most clients with other options call
     * only one.
     */
    private final Map<Class<?>, Object> apis = new ConcurrentHashMap<>();

    /** Connects to a service by Apache HttpClient. */
    public DefaultClient(URI baseUrl, Settings settings, RequestOptions options, HttpSettings http) {
        this(baseUrl, settings, options, new HttpTransport(baseUrl, http));
    }

    /** Connects to a service by an HTTP client of the user. */
    public DefaultClient(URI baseUrl, Settings settings, RequestOptions options, Client transport) {
        this(baseUrl, settings, options, new UserSuppliedTransport(transport, settings.executor()));
    }

    private DefaultClient(URI baseUrl, Settings settings, RequestOptions options, Transport transport) {
        this.baseUrl = baseUrl.toString();
        this.transport = transport;
        parts = new FeignParts(settings, options);
        original = this;
        // Waits repeat by themselves, so each of their polls is one attempt.
        DefaultClient polling =
                new DefaultClient(this, options.toBuilder().maxAttempts(1).build());
        waits = new Waits(this.baseUrl, settings, () -> InstanceLister.list(polling.own(InstancePages.class)));
    }

    /** The same client with other options. */
    private DefaultClient(DefaultClient original, RequestOptions options) {
        baseUrl = original.baseUrl;
        transport = original.transport;
        parts = original.parts.with(options);
        this.original = original;
        waits = original.waits;
    }

    private <T> T own(Class<T> type) {
        return type.cast(apis.computeIfAbsent(type, any -> parts.create(type, baseUrl, transport)));
    }

    @Override
    public Instances instances() {
        ShutdownTimeUnit unit = parts.settings().shutdownTimeUnit();
        return new DefaultInstances(own(InstancesApi.class), own(InstancePages.class), images(), waits, timer(), unit);
    }

    @Override
    public Images images() {
        return new DefaultImages(own(ImagesApi.class));
    }

    @Override
    public Pods pods() {
        return new DefaultPods(own(CatalogApi.class));
    }

    @Override
    public Gpus gpus() {
        CatalogApi catalog = own(CatalogApi.class);
        return () -> {
            GpuList list = catalog.listGpus().payload();
            return DefaultImages.wholeList(list.gpuList(), list.total());
        };
    }

    @Override
    public Billing billing() {
        return new DefaultBilling(own(AccountApi.class));
    }

    @Override
    public ObservedOperations observed() {
        return new DefaultObservedOperations(own(ObservedApi.class), waits::started);
    }

    @Override
    public GpuCloudClient withOptions(RequestOptions options) {
        return new DefaultClient(original, Objects.requireNonNull(options, "options"));
    }

    @Override
    public RequestOptions options() {
        return parts.options();
    }

    @Override
    public GpuCloudClient original() {
        return original;
    }

    @Override
    public <T> T api(Class<T> api) {
        Objects.requireNonNull(api, "api");
        return parts.createForUsers(api, baseUrl, transport);
    }

    @Override
    public URI baseUrl() {
        return URI.create(baseUrl);
    }

    @Override
    public @Nullable String keyFingerprint() {
        Supplier<ApiKey> key = parts.settings().apiKey();
        return key == null ? null : key.get().fingerprint();
    }

    @Override
    public WaitTimer timer() {
        return parts.settings().timer();
    }

    @Override
    public Executor executor() {
        return parts.settings().executor();
    }

    @Override
    public void close() {
        if (original == this) {
            waits.close();
            transport.close();
        }
    }
}
