package io.gpucloud.client.internal;

import feign.Client;

/**
 * Sends a request once and reads the whole response, within the deadline of the call. The response has a
 * {@link RawResponse} as its body; without a whole response it throws an {@link ExchangeException}, and for a body that is too long a
 * {@link BodyTooLongException}.
 */
interface Transport extends Client, AutoCloseable {

    @Override
    void close();
}
