package io.gpucloud.client.internal;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.AccountApi;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.Billing;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client over one transport. The first client over a transport closes it. */
final class DefaultClient implements GpuCloudClient {

    private static final Set<Class<?>> APIS =
            Set.of(AccountApi.class, CatalogApi.class, ImagesApi.class, InstancesApi.class);

    private final Settings settings;
    private final RequestOptions options;
    private final Transport transport;
    private final GpuCloudClient original;
    private final PendingWaits pendingWaits;
    private final UnreadableLog log;
    private final Waits waits;
    private final DefaultInstances instances;
    private final DefaultImages images;
    private final DefaultCatalog catalog;
    private final DefaultBilling billing;

    /** The first client over a transport. */
    DefaultClient(Settings settings, RequestOptions options, Transport transport) {
        this(settings, options, transport, null, new PendingWaits(), new UnreadableLog());
    }

    private DefaultClient(
            Settings settings,
            RequestOptions options,
            Transport transport,
            @Nullable GpuCloudClient original,
            PendingWaits pendingWaits,
            UnreadableLog log) {
        this.settings = settings;
        this.options = options;
        this.transport = transport;
        this.original = original == null ? this : original;
        this.pendingWaits = pendingWaits;
        this.log = log;
        ApiFactory apis = ApiFactory.of(settings, options, transport, log, false);
        InstancesApi instancesApi = apis.create(InstancesApi.class);
        images = new DefaultImages(apis.create(ImagesApi.class));
        waits = new Waits(settings, pollOnce(), pendingWaits);
        instances = new DefaultInstances(instancesApi, images, lister(apis, instancesApi), waits, settings);
        catalog = new DefaultCatalog(apis.create(CatalogApi.class));
        billing = new DefaultBilling(apis.create(AccountApi.class));
    }

    private static InstanceLister lister(ApiFactory apis, InstancesApi instances) {
        return new InstanceLister(instances, apis.create(InstancePagesApi.class));
    }

    /** Waits repeat by themselves, so each of their polls is one attempt. */
    private Supplier<Listing<Instance>> pollOnce() {
        RequestOptions once = options.withRetryPolicy(RetryPolicy.none());
        ApiFactory apis = ApiFactory.of(settings, once, transport, log, false);
        return lister(apis, apis.create(InstancesApi.class))::list;
    }

    @Override
    public Instances instances() {
        return instances;
    }

    @Override
    public Images images() {
        return images;
    }

    @Override
    public Pods pods() {
        return catalog::listPods;
    }

    @Override
    public Gpus gpus() {
        return catalog::listGpus;
    }

    @Override
    public Billing billing() {
        return billing;
    }

    @Override
    public GpuCloudClient withOptions(RequestOptions options) {
        Objects.requireNonNull(options, "options");
        return new DefaultClient(settings, options, transport, original, pendingWaits, log);
    }

    @Override
    public GpuCloudClient original() {
        return original;
    }

    @Override
    public <T> T raw(Class<T> api) {
        Objects.requireNonNull(api, "api");
        Preconditions.require(APIS.contains(api), "not an interface of io.gpucloud.client.api: " + api.getName());
        return ApiFactory.of(settings, options, transport, log, true).create(api);
    }

    @Override
    public WaitTimer timer() {
        return settings.timer();
    }

    @Override
    public Executor executor() {
        return settings.executor();
    }

    @Override
    public void close() {
        if (original == this) {
            pendingWaits.close();
            transport.close();
        }
    }
}
