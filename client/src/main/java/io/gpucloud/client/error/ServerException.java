package io.gpucloud.client.error;

/**
 * The service failed (HTTP 408 or 5xx, code -2 or 500). The request is sent again only if the operation is safe to
 * repeat; otherwise {@link #mayHaveTakenEffect()} is true.
 */
public final class ServerException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public ServerException(FailureDetails failure) {
        super(said(failure, "the service failed"), failure, null);
    }
}
