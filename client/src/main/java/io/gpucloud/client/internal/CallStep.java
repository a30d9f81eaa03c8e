package io.gpucloud.client.internal;

import feign.Request;

/** One step of a call. Each step has one job and passes the request on to the next one. */
@FunctionalInterface
interface CallStep {

    /**
     * Executes a request.
     *
     * @param call the state of the call, which all its steps share
     * @throws io.gpucloud.client.error.GpuCloudException if the call fails
     */
    DecodedBody execute(Request request, CallContext call);
}
