package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.RequestOptions;
import java.io.IOException;

/**
 * Starts the deadline of a call, which includes all its attempts, pauses and bodies. Feign uses this class as its HTTP client. It rejects
 * requests to other addresses, because they would send the API key there.
 *
 * @param options how long calls may take
 */
record DeadlineClient(Client next, String baseUrl, RequestOptions options) implements Client {

    @Override
    public Response execute(Request request, Request.Options unused) throws IOException {
        if (!request.url().startsWith(baseUrl + "/")) {
            throw new IllegalStateException("an interceptor changed the address of the service");
        }
        try (DeadlineTimer timer = new DeadlineTimer(options.deadline())) {
            return next.execute(
                    request,
                    new CallContext(request.requestTemplate().methodMetadata(), request.url(), options, timer));
        }
    }
}
