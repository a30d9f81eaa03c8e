package io.gpucloud.client.internal;

import feign.Request;

/** Sends requests. */
interface Transport extends AutoCloseable {

    /** Sends a request once and reads the whole response, within the deadline of the call. */
    RawResponse execute(Request request, CallContext call) throws ExchangeException;

    @Override
    void close();
}
