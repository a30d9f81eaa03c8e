package io.gpucloud.client.internal;

import feign.Headers;
import feign.Param;
import feign.RequestLine;
import io.gpucloud.client.Envelope;
import io.gpucloud.client.model.InstanceList;
import org.jspecify.annotations.Nullable;

/** {@code listInstances} with the parameters of a page, which the contract does not have. */
interface InstancePages {

    @RequestLine("GET /instance/list?page={page}&page_size={page_size}")
    @Headers("Accept: application/json")
    Envelope<InstanceList> list(@Param("page") @Nullable Integer page, @Param("page_size") @Nullable Integer pageSize);
}
