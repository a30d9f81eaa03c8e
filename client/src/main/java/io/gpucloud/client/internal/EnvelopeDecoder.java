package io.gpucloud.client.internal;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.internal.ResponseClassifier.Classification;
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
 * @param raw whether to return envelopes with any code, and without data
 */
record EnvelopeDecoder(ResponseClassifier classifier, boolean raw) {

    private static final ObjectReader STRICT = Json.MAPPER.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    /** Decodes a response to an operation, whose method returns {@code returnType}. */
    DecodedResponse decode(ApiOperation operation, Type returnType, RawResponse response) {
        if (response.isTooLong()) {
            return unexpected(response, "the response is longer than " + RawResponse.MAX_LENGTH + " bytes");
        }
        if (!ResponseClassifier.isSuccess(response.status())) {
            EnvelopeReader members = EnvelopeReader.readLeniently(response.bytes());
            return DecodedResponse.failure(classifier.classify(response, members.code()), members.error());
        }
        try {
            return decodeSuccess(operation, ResponseType.of(returnType), response);
        } catch (JacksonException unreadable) {
            return unexpected(response, describe(unreadable));
        }
    }

    private DecodedResponse decodeSuccess(ApiOperation operation, ResponseType type, RawResponse response) {
        byte[] body = response.bytes();
        ReadProblems problems = new ReadProblems(body);
        EnvelopeReader members = read(parser(operation, response), type, problems, body);
        if (members.code() == null && type.isEnvelope()) {
            return unexpected(response, "the response has no code");
        }
        int code = Objects.requireNonNullElse(members.code(), ResultCode.SUCCESS.value());
        Classification outcome = classifier.classify(response, code);
        if (!raw && outcome.kind() != Kind.SUCCESS) {
            return DecodedResponse.failure(outcome, members.error());
        }
        Object data = raw ? members.data() : members.dataOrEmptyList();
        if (!raw && type.data() != null && data == null) {
            return unexpected(response, "the response has no data");
        }
        return DecodedResponse.success(outcome, type.value(members, data, body), problems.found());
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

    private DecodedResponse unexpected(RawResponse response, String problem) {
        return DecodedResponse.unexpected(classifier.classify(response, null), problem);
    }

    /**
     * Returns a parser that rejects duplicate members anywhere in the response to a change, such as a second identifier of a
     * created instance. For reads only the envelope is checked: in a list of 20 instances the full check would add a quarter to the
     * allocation of the call.
     */
    private static JsonParser parser(ApiOperation operation, RawResponse response) {
        return Operations.onlyReads(operation)
                ? Json.MAPPER.createParser(response.bytes())
                : STRICT.createParser(response.bytes());
    }

    private static String describe(JacksonException unreadable) {
        String message = unreadable.getOriginalMessage();
        if (unreadable instanceof StreamReadException && !message.startsWith("Duplicate")) {
            return "the response is not JSON";
        }
        String where = unreadable.getPath().isEmpty() ? "" : " at " + path(unreadable);
        return "the response does not fit the contract" + where + ": " + message;
    }

    private static String path(JacksonException unreadable) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : unreadable.getPath()) {
            path.append(step.getPropertyName() == null ? "[" + step.getIndex() + "]" : "." + step.getPropertyName());
        }
        return path.substring(path.charAt(0) == '.' ? 1 : 0);
    }
}
