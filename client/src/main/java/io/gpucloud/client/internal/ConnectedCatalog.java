package io.gpucloud.client.internal;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.model.GpuListResponse;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.PodList;
import io.gpucloud.client.model.PodListResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

record ConnectedCatalog(CatalogApi api) {

    PodList listPods(@Nullable Integer page, @Nullable Integer pageSize, @Nullable String name) {
        return Answers.payload(ApiOperation.LIST_PODS, () -> api.listPods(page, pageSize, name), PodListResponse::data);
    }

    List<GpuModel> listGpus() {
        return Answers.payload(ApiOperation.LIST_GPUS, api::listGpus, GpuListResponse::data)
                .gpuList();
    }
}
