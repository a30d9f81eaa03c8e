package io.gpucloud.client.internal;

import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import io.gpucloud.client.api.CatalogApi;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PodList;
import io.gpucloud.client.resource.Pods;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

record DefaultPods(CatalogApi api) implements Pods {

    @Override
    public Paged<Pod> list() {
        return titled(null);
    }

    @Override
    public Paged<Pod> list(String title) {
        return titled(Objects.requireNonNull(title, "title"));
    }

    private Paged<Pod> titled(@Nullable String title) {
        return Paged.of((page, size) -> {
            PodList list = api.listPods(page, size, title).payload();
            return new Page<>(page, list.podList(), list.total());
        });
    }
}
