package io.gpucloud.client.internal;

import feign.Headers;
import feign.Param;
import feign.RequestLine;
import io.gpucloud.client.Envelope;
import io.gpucloud.client.model.InstanceList;

/**
 * A further page of the instances. The contract documents no parameters of {@code listInstances}, so this is no generated method;
 * it has the name of the operation.
 */
interface InstancePagesApi {

    @RequestLine("GET /instance/list?page={page}&page_size={pageSize}")
    @Headers("Accept: application/json")
    Envelope<InstanceList> listInstances(@Param("page") int page, @Param("pageSize") int pageSize);
}
