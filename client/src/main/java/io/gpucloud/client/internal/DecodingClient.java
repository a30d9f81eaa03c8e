package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.WaitTimer;

/**
 * Decodes the envelope of a response, or throws the exception of a failure: retries and listeners need the result of
 * every attempt, but Feign decodes after its {@code Client} has returned.
 */
record DecodingClient(Transport transport, EnvelopeDecoder decoder, WaitTimer timer) implements CallStep {

    @Override
    public DecodedBody execute(Request request, CallContext call) {
        try {
            RawResponse response = receive(request, call);
            call.setResponse(response);
            if (timer instanceof ServiceTime time) {
                time.observe(response);
            }
            return new DecodedBody(decoder.decode(call, response), response, call.key());
        } finally {
            call.memory().release();
        }
    }

    private RawResponse receive(Request request, CallContext call) {
        try {
            return transport.execute(request, call);
        } catch (ExchangeException broken) {
            call.setOutcome(ResponseClassifier.classify(broken));
            throw decoder.errors().broken(call, broken);
        }
    }
}
