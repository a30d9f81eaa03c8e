package io.gpucloud.client.resource;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.MarketImageList;
import io.gpucloud.client.model.PrivateImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Images that instances can be created from. */
public interface Images {

    /**
     * Lists images of the compute market, without a key: {@code GET /image/market/list}.
     *
     * @param page which page, from 1, or null for the service's choice
     * @param pageSize images on a page, or null for the service's choice
     * @param cudaVersion only with this CUDA version, or null for all
     * @param pythonVersion only with this Python version, or null for all
     * @return one page of images
     * @throws GpuCloudException if they could not be listed
     */
    MarketImageList market(
            @Nullable Integer page,
            @Nullable Integer pageSize,
            @Nullable String cudaVersion,
            @Nullable String pythonVersion);

    /**
     * Lists the private images: {@code GET /image/private/list}.
     *
     * @return all private images of the account
     * @throws GpuCloudException if they could not be listed
     */
    List<PrivateImage> mine();

    /**
     * Deletes a private image for good: {@code POST /image/private/delete}.
     *
     * @param imageUuid the image
     * @throws GpuCloudException if it was refused
     */
    void delete(String imageUuid);
}
