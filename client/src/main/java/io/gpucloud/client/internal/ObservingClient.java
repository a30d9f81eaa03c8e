package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.CallListener;

/**
 * Reports the beginning and the end of calls to listeners. It is outside of {@link RetryingClient}, which reports the
 * attempts, since a call starts before its first attempt and ends after its last one.
 */
record ObservingClient(CallStep next, CallListener observer) implements CallStep {

    @Override
    public DecodedBody execute(Request request, CallContext call) {
        CallListener.Call listener = observer.started(call.operation());
        call.setListener(listener);
        try {
            DecodedBody response = next.execute(request, call);
            listener.ended(null);
            return response;
        } catch (RuntimeException | Error failure) {
            listener.ended(failure);
            throw failure;
        }
    }
}
