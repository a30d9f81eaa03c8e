package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import java.io.IOException;

/**
 * Decodes the envelope of a response, or throws the exception of a failure.
 *
 * <p>This is not done by a {@code Decoder} and an {@code ErrorDecoder} of Feign. Feign decodes after its {@code Client} has
 * returned, but retries and listeners need the result of every attempt. Feign passes no response of status 2xx to an
 * {@code ErrorDecoder}, but most errors of this service are such responses. And it wraps an exception of a {@code Decoder} in a
 * {@code DecodeException}, which contains the request.
 */
record DecodingClient(Transport transport, EnvelopeDecoder decoder, ApiErrorDecoder errors) implements Client {

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        CallContext call = (CallContext) options;
        Response response;
        try {
            response = transport.execute(request, call);
        } catch (ExchangeException broken) {
            call.outcome = ResponseClassifier.classify(broken);
            throw errors.broken(call, broken);
        } catch (BodyTooLongException tooLong) {
            call.outcome = ResponseClassifier.classify(tooLong);
            throw errors.tooLong(call, tooLong);
        }
        try (RawResponse raw = RawResponse.in(response)) {
            call.response = raw;
            raw.decoded(decoder.decode(call, raw));
            return response;
        }
    }
}
