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
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

record DefaultImages(ImagesApi api) implements Images {

    @Override
    public Paged<MarketImage> market(MarketImageFilter filter) {
        Objects.requireNonNull(filter, "filter");
        return Paged.of((page, size) -> {
            MarketImageList list = api.listMarketImages(page, size, filter.cudaVersion(), filter.pythonVersion())
                    .payload();
            return new Page<>(page, list.imageList(), list.total());
        });
    }

    @Override
    public Listing<PrivateImage> privateImages() {
        PrivateImageList list = api.listPrivateImages().payload();
        return wholeList(list.imageList(), list.total());
    }

    @Override
    public void delete(String imageUuid) {
        api.deletePrivateImage(new ImageReference(Preconditions.identifier(imageUuid, "imageUuid")));
    }

    /** A list without pages. It is complete unless its total is larger than the number of its records. */
    static <T> Listing<T> wholeList(List<T> items, @Nullable Integer total) {
        Listing<T> listing = Listing.of(items);
        boolean all = total == null || total <= listing.size() + listing.unreadable();
        return Listing.of(listing, listing.unreadableRecords(), listing.isComplete() && all);
    }
}
