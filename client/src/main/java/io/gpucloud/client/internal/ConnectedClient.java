package io.gpucloud.client.internal;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.AccountInfo;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;

record ConnectedClient(
        CloseableHttpClient http, Instances instances, Images images, ConnectedCatalog catalog, AccountInfo account)
        implements GpuCloudClient {

    @Override
    public Pods pods() {
        return catalog::listPods;
    }

    @Override
    public Gpus gpus() {
        return catalog::listGpus;
    }

    @Override
    public void close() {
        http.close(CloseMode.GRACEFUL);
    }
}
