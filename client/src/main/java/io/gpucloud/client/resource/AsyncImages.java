package io.gpucloud.client.resource;

import io.gpucloud.client.AsyncPaged;
import io.gpucloud.client.Listing;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.PrivateImage;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The asynchronous form of {@link Images}. Futures behave as those of {@link AsyncInstances}. */
public interface AsyncImages {

    /**
     * Asynchronous form of {@link Images#market()}.
     *
     * @return the images, page by page
     */
    AsyncPaged<MarketImage> market();

    /**
     * Asynchronous form of {@link Images#market(MarketImageFilter)}.
     *
     * @param filter which images
     * @return the images, page by page
     */
    AsyncPaged<MarketImage> market(MarketImageFilter filter);

    /**
     * Asynchronous form of {@link Images#privateImages()}.
     *
     * @return all private images of the account
     */
    CompletableFuture<Listing<PrivateImage>> privateImages();

    /**
     * Asynchronous form of {@link Images#delete(String)}.
     *
     * @param imageUuid the image
     * @return completes when the service has confirmed the request
     */
    CompletableFuture<@Nullable Void> delete(String imageUuid);
}
