package io.gpucloud.client.internal;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.api.ImagesApi;
import io.gpucloud.client.model.ImageReference;
import io.gpucloud.client.model.MarketImageList;
import io.gpucloud.client.model.MarketImageListResponse;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.model.PrivateImageListResponse;
import io.gpucloud.client.resource.Images;
import java.util.List;
import org.jspecify.annotations.Nullable;

record ConnectedImages(ImagesApi api) implements Images {

    @Override
    public MarketImageList market(
            @Nullable Integer page,
            @Nullable Integer pageSize,
            @Nullable String cudaVersion,
            @Nullable String pythonVersion) {
        return Answers.payload(
                ApiOperation.LIST_MARKET_IMAGES,
                () -> api.listMarketImages(page, pageSize, cudaVersion, pythonVersion),
                MarketImageListResponse::data);
    }

    @Override
    public List<PrivateImage> mine() {
        return Answers.payload(ApiOperation.LIST_PRIVATE_IMAGES, api::listPrivateImages, PrivateImageListResponse::data)
                .imageList();
    }

    @Override
    public void delete(String imageUuid) {
        Answers.succeeded(
                ApiOperation.DELETE_PRIVATE_IMAGE, () -> api.deletePrivateImage(new ImageReference(imageUuid)));
    }
}
