package io.gpucloud.client.internal;

import feign.Request;

/** One step of a call. Each step has one job and passes the request on to the next one. */
@FunctionalInterface
interface CallStep {

    /** Executes a request, or throws a {@link io.gpucloud.client.error.GpuCloudException}. */
    DecodedBody execute(Request request, CallContext call);
}
