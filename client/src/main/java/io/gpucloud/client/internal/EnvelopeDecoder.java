package io.gpucloud.client.internal;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.internal.ResponseClassifier.Classification;
import io.gpucloud.client.internal.ResponseClassifier.Kind;
import java.lang.reflect.Type;
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
        if (!ResponseClassifier.isSuccess(response.status())) {
            EnvelopeReader members = EnvelopeReader.readLeniently(response.bytes());
            return DecodedResponse.failure(classifier.classify(response, members.code()), members.error());
        }
        EnvelopeType type = EnvelopeType.of(returnType);
        ReadProblems problems = new ReadProblems(response.bytes());
        EnvelopeReader members;
        try (JsonParser parser = parser(operation, response)) {
            ObjectReader data = type.data() == null ? null : problems.collectedBy(type.data());
            members = EnvelopeReader.read(parser, response.bytes(), data);
        } catch (JacksonException unreadable) {
            return unexpected(response, describe(unreadable));
        }
        if (members.code() == null) {
            return unexpected(response, "the response has no code");
        }
        Classification outcome = classifier.classify(response, members.code());
        if (!raw && outcome.kind() != Kind.SUCCESS) {
            return DecodedResponse.failure(outcome, members.error());
        }
        if (!raw && type.data() != null && members.data() == null) {
            return unexpected(response, "the response has no data");
        }
        return DecodedResponse.success(outcome, type.envelope(members), problems.found());
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
