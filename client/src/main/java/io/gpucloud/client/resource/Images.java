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
     * Lists all images of the compute market: {@code GET /image/market/list}. Repeated. No key is needed, and none is sent.
     *
     * @return the images, page by page; asked for when they are looked at
     */
    default Paged<MarketImage> market() {
        return market(MarketImageFilter.all());
    }

    /**
     * Lists images of the compute market: {@code GET /image/market/list}. Repeated. No key is needed, and none is sent.
     *
     * @param filter which images
     * @return the images, page by page; asked for when they are looked at
     */
    Paged<MarketImage> market(MarketImageFilter filter);

    /**
     * Lists the private images: {@code GET /image/private/list}. Repeated. Also those still uploading, and those whose upload
     * failed: look at their status before you create an instance from one.
     *
     * @return all private images of the account
     * @throws AuthenticationException if the key is refused
     */
    Listing<PrivateImage> privateImages();

    /**
     * Deletes a private image for good: {@code POST /image/private/delete}. Never sent twice.
     *
     * @param imageUuid the image, from {@link #privateImages()}
     * @throws OperationFailedException if there is no such image, or it may not be deleted
     * @throws AuthenticationException if the key is refused
     * @throws IllegalArgumentException if the identifier is blank
     */
    void delete(String imageUuid);
}
