package io.gpucloud.client.internal;

import feign.Request;

/** Sends requests. */
interface Transport extends AutoCloseable {

    /**
     * Sends a request once and reads the whole response, within the deadline of the call. Close the response.
     *
     * @throws ExchangeException without a whole response
     * @throws BodyTooLongException if the body of the response is too long
     */
    RawResponse execute(Request request, CallContext call) throws ExchangeException, BodyTooLongException;

    @Override
    void close();
}
