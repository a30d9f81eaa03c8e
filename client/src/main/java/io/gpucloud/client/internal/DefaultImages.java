package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.model.ImageReference;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.MarketImageList;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.model.PrivateImageList;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.MarketImageFilter;
import java.util.Objects;

record DefaultImages(ImagesApi api) implements Images {

    @Override
    public Paged<MarketImage> market(MarketImageFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return new LazyPaged<>((page, size) -> {
            MarketImageList list = api.listMarketImages(page, size, filter.cudaVersion(), filter.pythonVersion())
                    .payload();
            return new Page<>(page, list.imageList(), list.total());
        });
    }

    @Override
    public Listing<PrivateImage> privateImages() {
        PrivateImageList list = api.listPrivateImages().payload();
        return LazyPaged.wholeList(list.imageList(), list.total());
    }

    @Override
    public void delete(String imageUuid) {
        api.deletePrivateImage(new ImageReference(Preconditions.identifier(imageUuid, "imageUuid")));
    }
}
