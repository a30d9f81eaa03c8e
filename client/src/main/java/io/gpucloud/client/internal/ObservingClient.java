package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.CallListener;
import java.io.IOException;

/**
 * Reports the beginning and the end of calls to listeners. It is outside of {@link RetryingClient}, which reports the attempts, since a
 * call starts before its first attempt and ends after its last one.
 */
record ObservingClient(Client next, CallListener observer) implements Client {

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        CallContext call = (CallContext) options;
        CallListener.Call listener = observer.started(call.operation());
        call.setListener(listener);
        try {
            Response response = next.execute(request, call);
            listener.ended(null);
            return response;
        } catch (RuntimeException | Error failure) {
            listener.ended(failure);
            throw failure;
        }
    }
}
