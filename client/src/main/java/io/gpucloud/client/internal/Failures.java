package io.gpucloud.client.internal;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NotFoundException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The one place that makes an exception of what came instead of success. */
final class Failures {

    /** How much of a body is searched for the key beyond what is kept of it, so that no part of one is left at its end. */
    private static final int MARGIN = 1024;

    private final InstantSource clock;

    Failures(InstantSource clock) {
        this.clock = clock;
    }

    /** The service refused or failed. Its HTTP status tells why, or the code where the status says nothing. */
    GpuCloudException refused(Attempt attempt, Answer answer, ErrorMembers error) {
        GpuCloudException byStatus = known(attempt, answer, error, answer.status());
        if (byStatus != null) {
            return byStatus;
        }
        GpuCloudException byCode = error.code() == null ? null : known(attempt, answer, error, error.code());
        if (byCode != null) {
            return byCode;
        }
        boolean refused = answer.status() >= 400;
        String summary = refused ? "a refusal" : answer.succeeded() ? "an unknown code" : "a redirect";
        return new UnexpectedResponseException(
                summary + " that is none of the contract", facts(attempt, answer, error, !refused));
    }

    /** The exception of an HTTP status or a result code, whose numbers do not overlap; null if it is neither. */
    private @Nullable GpuCloudException known(Attempt attempt, Answer answer, ErrorMembers error, int number) {
        boolean broke = number == -2 || number >= 500;
        CallFailure facts = facts(attempt, answer, error, broke);
        return switch (number) {
            case 400, 1 ->
                new BadRequestException(
                        facts,
                        clean(attempt, error.error()),
                        clean(attempt, error.field()),
                        clean(attempt, error.details()));
            case 401, 2 -> new AuthenticationException(facts);
            case 403 -> new PermissionDeniedException(facts);
            case 404 -> new NotFoundException(facts);
            case 429 -> new RateLimitedException(facts);
            case -1 -> new OperationFailedException(facts);
            default -> broke && number < 600 ? new ServerException(facts) : null;
        };
    }

    /** The answer is none of the contract, although its HTTP status says success. */
    GpuCloudException unexpected(Attempt attempt, Answer answer, String summary) {
        CallFailure facts = facts(attempt, answer, ErrorMembers.NONE, true);
        return new UnexpectedResponseException(attempt.withoutKey(summary), facts);
    }

    /** The answer was larger than an answer may be. */
    GpuCloudException tooLong(Attempt attempt, Transport.TooLong answer) {
        boolean refused = answer.status() >= 400 && answer.status() < 500;
        CallFailure facts = attempt.failed(!refused).answered(answer.status(), null, null);
        return new UnexpectedResponseException(String.valueOf(answer.getMessage()), facts);
    }

    /** There was no whole answer. */
    GpuCloudException broken(Attempt attempt, Transport.Broken exchange) {
        String summary = attempt.withoutKey(String.valueOf(exchange.getMessage()));
        // What reads an answer repeats the line that it cannot read.
        Throwable cause = attempt.unlessWithKey(exchange.getCause());
        return new TransportException(summary, attempt.failed(exchange.sent()), exchange.sent(), cause);
    }

    private CallFailure facts(Attempt attempt, Answer answer, ErrorMembers error, boolean mayHaveTakenEffect) {
        ResultCode code = error.code() == null ? null : ResultCode.of(error.code());
        return attempt.failed(mayHaveTakenEffect)
                .answered(answer.status(), code, clean(attempt, error.message()))
                .withRawBody(attempt.withoutKey(beginning(answer.body())))
                .withRetryAfter(RetryAfter.read(answer.headers(), clock));
    }

    private static @Nullable String clean(Attempt attempt, @Nullable String text) {
        return text == null ? null : attempt.withoutKey(text);
    }

    private static String beginning(byte[] body) {
        // A character has up to three bytes, a surrogate two.
        int length = Math.min(body.length, 3 * (CallFailure.MAX_RAW_BODY + MARGIN));
        return new String(body, 0, length, StandardCharsets.UTF_8);
    }
}
