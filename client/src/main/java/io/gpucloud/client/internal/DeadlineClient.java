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
 * @param watcher aborts exchanges whose deadline is over
 */
record DeadlineClient(Client next, String baseUrl, RequestOptions options, DeadlineWatcher watcher) implements Client {

    @Override
    public Response execute(Request request, Request.Options unused) throws IOException {
        if (!request.url().startsWith(baseUrl + "/")) {
            throw new IllegalStateException("an interceptor changed the address of the service");
        }
        Deadline deadline = new Deadline(options.deadline());
        watcher.add(deadline);
        try {
            return next.execute(
                    request,
                    new CallContext(request.requestTemplate().methodMetadata(), request.url(), options, deadline));
        } finally {
            watcher.remove(deadline);
        }
    }
}
