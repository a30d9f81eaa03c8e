package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import java.net.URI;
import java.time.Duration;

/**
 * The HTTP client that Feign calls. Starts the deadline of a call, which includes all its attempts, pauses and bodies.
 * Rejects requests to other addresses than that of the service, because they would send the API key there.
 *
 * @param time how long a call may take
 * @param plainHttpAllowed whether the API key may be sent over plain HTTP to other machines
 * @param headersVisible whether methods or loggers can see the headers of responses
 */
record DeadlineClient(CallStep next, Duration time, boolean plainHttpAllowed, boolean headersVisible)
        implements Client {

    @Override
    public Response execute(Request request, Request.Options limits) {
        String baseUrl = baseUrl(request);
        Deadline deadline = new Deadline(time);
        DeadlineWatcher.INSTANCE.add(deadline);
        try {
            return next.execute(request, new CallContext(request, baseUrl, limits, deadline))
                    .of(request, headersVisible);
        } finally {
            DeadlineWatcher.INSTANCE.remove(deadline);
        }
    }

    private String baseUrl(Request request) {
        String target = request.requestTemplate().feignTarget().url();
        String baseUrl = target.endsWith("/") ? target.substring(0, target.length() - 1) : target;
        if (!request.url().startsWith(baseUrl + "/")) {
            throw new IllegalStateException("an interceptor or a parameter changed the address of the service");
        }
        if (!plainHttpAllowed) {
            BaseUrls.requireSecrecy(URI.create(baseUrl), null);
        }
        return baseUrl;
    }
}
