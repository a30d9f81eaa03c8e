package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.model.GpuList;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PodList;
import io.gpucloud.client.resource.PodFilter;
import java.util.Objects;

record DefaultCatalog(CatalogApi api) {

    Paged<Pod> listPods(PodFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return new LazyPaged<>((page, size) -> {
            PodList list = api.listPods(page, size, filter.title()).payload();
            return new Page<>(page, list.podList(), list.total());
        });
    }

    Listing<GpuModel> listGpus() {
        GpuList list = api.listGpus().payload();
        return LazyPaged.wholeList(list.gpuList(), list.total());
    }
}
