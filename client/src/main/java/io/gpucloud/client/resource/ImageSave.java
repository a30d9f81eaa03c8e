package io.gpucloud.client.resource;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.PrivateImage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A save of an instance as a private image, which the service has accepted. The service does not say which image it
 * makes of it. The image of a save with a title is the one with that title, because titles are unique among your
 * images. The image of a save without a title is the only one that is not older than the last start of the instance, so
 * it may stay unknown: pass a title.
 */
public interface ImageSave {

    /** {@return the identifier of the instance that is saved} */
    String instanceUuid();

    /**
     * Searches the list of private images for the image: {@code GET /image/private/list}, and {@code GET
     * /instance/list} for a save without a title. Repeated.
     *
     * @return the image, even during its upload; empty if it is not listed yet, or if several images match
     * @throws AuthenticationException if the key is rejected
     */
    Optional<PrivateImage> image();

    /**
     * Waits for the upload, with {@link WaitOptions#defaults()}. Is otherwise like {@link #await(WaitOptions)}.
     *
     * @return the image, from which you can create instances
     */
    default PrivateImage await() {
        return await(WaitOptions.defaults());
    }

    /**
     * Waits for the upload. Polls {@code GET /instance/list} like every wait, and {@code GET /image/private/list} once
     * the instance no longer shows an upload. Do not destroy the instance before the image is uploaded.
     *
     * @return the image, from which you can create instances
     * @throws WaitFailedException if the upload fails, or the instance is destroyed before the image is uploaded
     * @throws WaitTimeoutException if it takes too long, or if the image stays unknown
     * @throws AuthenticationException if the key is rejected
     */
    PrivateImage await(WaitOptions options);

    /**
     * Waits for the upload, without holding a thread.
     *
     * @return the image, or the exception of {@link #await(WaitOptions)}
     */
    CompletableFuture<PrivateImage> awaitAsync(WaitOptions options);
}
