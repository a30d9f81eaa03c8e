package io.gpucloud.client.resource;

import io.gpucloud.client.Listing;
import io.gpucloud.client.Paged;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.PrivateImage;

/** Images of the compute market, and private images saved from instances of the account. */
public interface Images {

    /**
     * Lists all images of the compute market: {@code GET /image/market/list}. Repeated. No key is needed, and none is
     * sent.
     *
     * @return the images; each page is requested when it is needed
     */
    default Paged<MarketImage> market() {
        return market(MarketImageFilter.all());
    }

    /**
     * Lists images of the compute market: {@code GET /image/market/list}. Repeated. No key is needed, and none is sent.
     *
     * @param filter which images
     * @return the images; each page is requested when it is needed
     */
    Paged<MarketImage> market(MarketImageFilter filter);

    /**
     * Lists the private images: {@code GET /image/private/list}. Repeated. The list includes images that still upload
     * or whose upload failed: check the status of an image before you create an instance from it.
     *
     * @return all private images of the account
     * @throws AuthenticationException if the key is rejected
     */
    Listing<PrivateImage> privateImages();

    /**
     * Deletes a private image permanently: {@code POST /image/private/delete}. Never sent twice.
     *
     * @param imageUuid the image, from {@link #privateImages()}
     * @throws OperationFailedException if there is no such image, or it may not be deleted
     * @throws AuthenticationException if the key is rejected
     * @throws IllegalArgumentException if the identifier is blank
     */
    void delete(String imageUuid);
}
