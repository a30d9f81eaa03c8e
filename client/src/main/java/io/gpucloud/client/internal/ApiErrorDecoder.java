package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.RejectionClassifier;
import io.gpucloud.client.error.RejectionClassifier.Reason;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates the exception of a failed attempt. The outcome of the call selects its class. */
record ApiErrorDecoder(RejectionClassifier classifier) {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrorDecoder.class);

    /**
     * How much of a body is searched for the key beyond what is kept of it, so that no part of one is left at its end.
     */
    private static final int MARGIN = 1024;

    /** The service rejected the request or failed. */
    GpuCloudException decode(CallContext call, RawResponse response, EnvelopeReader members) {
        FailureDetails facts = facts(call, response, members);
        return switch (call.outcome().kind()) {
            case BAD_REQUEST -> badRequest(call, facts, members);
            case UNAUTHENTICATED -> new AuthenticationException(facts);
            case FORBIDDEN -> new PermissionDeniedException(facts);
            case NOT_FOUND -> new ResourceNotFoundException(facts);
            case RATE_LIMITED -> new RateLimitedException(facts);
            case OPERATION_FAILED ->
                switch (reason(call, facts)) {
                    case INSUFFICIENT_FUNDS -> new InsufficientFundsException(facts);
                    case NO_CAPACITY -> new NoCapacityException(facts);
                    case OTHER -> new OperationFailedException(facts);
                };
            case SERVER_ERROR -> new ServerException(facts);
            case SUCCESS, UNEXPECTED, NO_RESPONSE ->
                new UnexpectedResponseException(summary(call, response, facts.serverMessage()), facts);
        };
    }

    private BadRequestException badRequest(CallContext call, FailureDetails facts, EnvelopeReader members) {
        // A named parameter is invalid, whatever the text says.
        return switch (members.errorMember("field") == null ? reason(call, facts) : Reason.OTHER) {
            case INSUFFICIENT_FUNDS -> new InsufficientFundsException(facts);
            case NO_CAPACITY -> new NoCapacityException(facts);
            case OTHER ->
                new BadRequestException(
                        facts,
                        mask(call, members.errorMember("error")),
                        mask(call, members.errorMember("field")),
                        mask(call, members.errorMember("details")));
        };
    }

    /** A classifier that fails must not hide that the request was rejected. */
    private Reason reason(CallContext call, FailureDetails rejection) {
        if (Operations.onlyReads(call.operation())) {
            return Reason.OTHER;
        }
        try {
            return Objects.requireNonNullElse(classifier.classify(rejection), Reason.OTHER);
        } catch (RuntimeException failed) {
            LOG.warn("the classifier of rejections failed", failed);
            return Reason.OTHER;
        }
    }

    private static String summary(CallContext call, RawResponse response, @Nullable String said) {
        int status = response.status();
        if (status >= 300 && status < 400) {
            String to = response.header("Location") == null ? "" : " to " + BaseUrlHints.location(call, response);
            return "a redirect" + to + ", which the client does not follow";
        }
        String what = ResponseClassifier.isSuccess(status) ? "a code" : "an error";
        return what + " that is not in the contract" + (said == null || said.isBlank() ? "" : ": " + said);
    }

    /** The response does not follow the contract, although its HTTP status says success, or it is too long. */
    GpuCloudException unexpected(CallContext call, RawResponse response, String summary) {
        FailureDetails facts = facts(call, response, EnvelopeReader.NOTHING);
        return new UnexpectedResponseException(ApiKeyRedactor.mask(call.key(), summary), facts);
    }

    /** There was no whole response. */
    GpuCloudException broken(CallContext call, ExchangeException exchange) {
        String summary = ApiKeyRedactor.mask(call.key(), String.valueOf(exchange.getMessage()));
        // The parser of responses repeats the line that it cannot read.
        Throwable cause = ApiKeyRedactor.unlessWithKey(call.key(), exchange.getCause());
        FailureDetails facts = call.failed(call.outcome().mayHaveTakenEffect());
        return new TransportException(summary, facts, exchange.sent(), cause);
    }

    /** There is no key to send. */
    static GpuCloudException keyMissing(CallContext call, @Nullable RuntimeException cause) {
        FailureDetails facts = call.failed(false).withAttempts(call.attempts() - 1);
        return new MissingApiKeyException(facts, cause);
    }

    private FailureDetails facts(CallContext call, RawResponse response, EnvelopeReader members) {
        Integer code = members.code();
        ResultCode result = code == null ? null : ResultCode.of(code);
        return call.failed(call.outcome().mayHaveTakenEffect())
                .answered(response.status(), result, mask(call, members.message()))
                .withRawBody(ApiKeyRedactor.mask(call.key(), beginning(response.bytes())))
                .withRetryAfter(call.outcome().retryAfter())
                .withHint(hint(call, response));
    }

    private static @Nullable String hint(CallContext call, RawResponse response) {
        if (response.status() == HttpProxy.AUTHENTICATION_REQUIRED) {
            return HttpProxy.CREDENTIALS_HINT;
        }
        ApiKey key = call.key();
        boolean rejected = call.outcome().kind() == ResponseClassifier.Kind.UNAUTHENTICATED;
        return rejected && key != null && key.value().matches("([\"']).*\\1")
                ? "The API key begins and ends with quotes. Remove them, for example in the env file that sets it"
                : BaseUrlHints.of(call, response);
    }

    private static @Nullable String mask(CallContext call, @Nullable String text) {
        return text == null ? null : ApiKeyRedactor.mask(call.key(), text);
    }

    private static String beginning(byte[] body) {
        // A character has up to three bytes, a surrogate two.
        int length = Math.min(body.length, 3 * (FailureDetails.MAX_RAW_BODY + MARGIN));
        return new String(body, 0, length, StandardCharsets.UTF_8);
    }
}
