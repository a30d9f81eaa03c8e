package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.CatalogGpu;
import io.gpucloud.stub.admin.model.CatalogImage;
import io.gpucloud.stub.admin.model.CatalogPod;
import io.gpucloud.stub.admin.model.CatalogStatus;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.Catalog;
import java.util.Arrays;

/** Maps the catalog to the JSON of {@code /__admin}. */
final class CatalogMapper {

    private CatalogMapper() {}

    static CatalogDetails toJson(Catalog.Content catalog, boolean isBilled) {
        return new CatalogDetails(
                catalog.pods().stream()
                        .map(pod -> new CatalogPod(pod.uuid(), pod.title(), pod.tags()))
                        .toList(),
                catalog.gpus().stream()
                        .map(gpu -> new CatalogGpu(
                                gpu.uuid(), gpu.name(), Money.of(gpu.price().hour())))
                        .toList(),
                catalog.images().stream()
                        .map(image -> new CatalogImage(
                                image.uuid(), image.components().describe()))
                        .toList(),
                Arrays.stream(InstanceStatus.values())
                        .map(status -> new CatalogStatus(
                                status.code(), status.label(), status.isBilled(), status.changesByItself()))
                        .toList(),
                isBilled);
    }
}
