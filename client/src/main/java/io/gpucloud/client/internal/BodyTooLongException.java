package io.gpucloud.client.internal;

import java.io.IOException;

/** A body that is longer than a response may be. */
final class BodyTooLongException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    BodyTooLongException(int status) {
        super("the response is longer than " + BoundedBodyReader.MAX_LENGTH + " bytes");
        this.status = status;
    }

    int status() {
        return status;
    }
}
