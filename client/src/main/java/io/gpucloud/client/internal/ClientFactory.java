package io.gpucloud.client.internal;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;

/** Creates clients. */
public final class ClientFactory {

    private ClientFactory() {}

    /** Connects to a service. {@code options}: how long calls may take and how they are retried. */
    public static GpuCloudClient connect(Settings settings, RequestOptions options) {
        Transport transport = settings.transport() == null
                ? new HttpTransport(settings.baseUrl(), settings.http())
                : new UserSuppliedTransport(settings.transport());
        return new DefaultClient(settings, options, transport);
    }
}
