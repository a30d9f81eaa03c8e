package io.gpucloud.client.internal;

import feign.Client;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import java.net.URI;

/** Creates clients. */
public final class ClientFactory {

    private ClientFactory() {}

    /** Connects to a service by Apache HttpClient. */
    public static GpuCloudClient connect(URI baseUrl, Settings settings, RequestOptions options, HttpSettings http) {
        return new DefaultClient(baseUrl, settings, options, new HttpTransport(baseUrl, http));
    }

    /** Connects to a service by a transport of the user. */
    public static GpuCloudClient connect(URI baseUrl, Settings settings, RequestOptions options, Client transport) {
        return new DefaultClient(baseUrl, settings, options, new UserSuppliedTransport(transport));
    }
}
