package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.CallListener;
import java.io.IOException;

/**
 * Decodes the envelope of a response, or throws the exception of a failure.
 *
 * <p>This is not done by a {@code Decoder} and an {@code ErrorDecoder} of Feign. Feign decodes after its {@code Client} has
 * returned, but retries and listeners need the result of every attempt. Feign passes no response of status 2xx to an
 * {@code ErrorDecoder}, but most errors of this service are such responses. And it wraps an exception of a {@code Decoder} in a
 * {@code DecodeException}, which contains the request.
 */
record DecodingClient(Transport transport, EnvelopeDecoder decoder, ApiErrorDecoder errors, UnreadableLog log)
        implements Client {

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        CallContext call = (CallContext) options;
        try (RawResponse response = receive(request, call)) {
            call.setResponse(response);
            DecodedResponse decoded = decoder.decode(call.operation(), call.returnType(), response);
            call.setOutcome(decoded.outcome());
            return new DecodedBody(envelope(call, response, decoded)).of(request, response.status());
        }
    }

    private RawResponse receive(Request request, CallContext call) throws IOException {
        try {
            return transport.execute(request, call);
        } catch (ExchangeException broken) {
            call.setOutcome(ResponseClassifier.classify(broken));
            throw errors.broken(call, broken);
        } catch (BodyTooLongException tooLong) {
            call.setOutcome(ResponseClassifier.classify(tooLong));
            throw errors.tooLong(call, tooLong);
        }
    }

    private Object envelope(CallContext call, RawResponse response, DecodedResponse decoded) {
        if (decoded.problem() != null) {
            throw errors.unexpected(call, response, decoded.problem());
        }
        if (decoded.envelope() == null) {
            throw errors.decode(call, response, decoded.error());
        }
        for (CallListener.Unreadable part : decoded.unreadable()) {
            call.listener().unreadable(part);
            log.log(call.operation(), part);
        }
        return decoded.envelope();
    }
}
