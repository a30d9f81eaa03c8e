package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.ResponseClassifier.Kind;
import java.lang.reflect.Type;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.ObjectReader;

/**
 * Decodes the envelope of a response.
 *
 * @param anyCode whether to return envelopes with any code, and without data
 */
record EnvelopeDecoder(ResponseClassifier classifier, ApiErrorDecoder errors, UnreadableLog log, boolean anyCode) {

    private static final ObjectReader STRICT = Json.MAPPER.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    /**
     * Returns what the method of a call returns, or throws the exception of a failure. Sets the outcome of the call.
     */
    Object decode(CallContext call, RawResponse response) {
        if (response.isTooLong()) {
            throw unexpected(call, response, "the response is longer than " + RawResponse.MAX_LENGTH + " bytes");
        }
        if (!ResponseClassifier.isSuccess(response.status())) {
            EnvelopeReader members = EnvelopeReader.readLeniently(response.bytes());
            call.setOutcome(classifier.classify(response, members.code()));
            throw errors.decode(call, response, members);
        }
        try {
            return decodeSuccess(call, ResponseType.of(call.returnType()), response);
        } catch (JacksonException unreadable) {
            throw unexpected(call, response, describe(unreadable, response));
        }
    }

    private Object decodeSuccess(CallContext call, ResponseType type, RawResponse response) {
        byte[] body = response.bytes();
        ReadProblems problems = new ReadProblems(body);
        EnvelopeReader members = read(parser(call.operation(), response), type, problems, body);
        if (members.code() == null && type.isEnvelope()) {
            throw unexpected(call, response, "the response has no code");
        }
        int code = Objects.requireNonNullElse(members.code(), ResultCode.SUCCESS.value());
        call.setOutcome(classifier.classify(response, code));
        if (!anyCode && call.outcome().kind() != Kind.SUCCESS) {
            throw errors.decode(call, response, members);
        }
        Object data = anyCode ? members.data() : members.dataOrEmptyList();
        if (!anyCode && type.data() != null && data == null) {
            throw unexpected(call, response, "the response has no data");
        }
        Object value = type.value(members, data, body);
        for (CallListener.Unreadable part : problems.found()) {
            call.listener().unreadable(part);
            log.log(call.operation(), part);
        }
        return value;
    }

    private static EnvelopeReader read(JsonParser json, ResponseType type, ReadProblems problems, byte[] body) {
        try (JsonParser parser = json) {
            ObjectReader data = type.data() == null ? null : problems.collectedBy(type.data());
            return EnvelopeReader.read(parser, body, data);
        }
    }

    /** Reads a response that was decoded before. */
    static Object decodeAgain(Type returnType, byte[] body) {
        ResponseType type = ResponseType.of(returnType);
        EnvelopeReader members = read(Json.MAPPER.createParser(body), type, new ReadProblems(body), body);
        return type.value(members, members.dataOrEmptyList(), body);
    }

    private GpuCloudException unexpected(CallContext call, RawResponse response, String problem) {
        call.setOutcome(classifier.classify(response, null));
        return errors.unexpected(call, response, problem);
    }

    /**
     * Returns a parser that rejects duplicate members anywhere in the response to a change, such as a second identifier
     * of a created instance. For reads only the envelope is checked: in a list of 20 instances the full check would add
     * a quarter to the allocation of the call.
     */
    private static JsonParser parser(ApiOperation operation, RawResponse response) {
        return Operations.onlyReads(operation)
                ? Json.MAPPER.createParser(response.bytes())
                : STRICT.createParser(response.bytes());
    }

    private static String describe(JacksonException unreadable, RawResponse response) {
        String message = unreadable.getOriginalMessage();
        if (unreadable instanceof StreamReadException && !message.startsWith("Duplicate")) {
            String coding = response.header("Content-Encoding");
            return "the response is not JSON"
                    + (coding == null
                            ? ""
                            : ": its Content-Encoding is \"" + coding + "\", and the client reads gzip only");
        }
        String where = ReadProblems.path(unreadable);
        return "the response does not fit the contract" + (where.isEmpty() ? "" : " at " + where) + ": " + message;
    }
}
