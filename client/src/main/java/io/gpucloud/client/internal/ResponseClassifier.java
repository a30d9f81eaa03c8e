package io.gpucloud.client.internal;

import io.gpucloud.client.ResultCode;
import java.io.EOFException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Classifies an attempt: the kind of response, whether the operation may have taken effect, and whether it may be sent
 * again. The only place that decides this.
 *
 * <table>
 * <caption>Whether an operation that failed may have taken effect (mayHaveTakenEffect)</caption>
 * <tr><th>response</th><th>may have taken effect</th></tr>
 * <tr><td>status 2xx, code 1, 2 or -1; or code 400, 401, 403 or 404, which mean that status</td><td>no</td></tr>
 * <tr><td>status 2xx, code -2, 429, 500 or any other code, or a body that cannot be read</td><td>yes</td></tr>
 * <tr><td>status 408</td><td>yes</td></tr>
 * <tr><td>any other status from 400 to 499, whatever the body</td><td>no</td></tr>
 * <tr><td>any other status, whatever the body</td><td>yes</td></tr>
 * <tr><td>no response, and the request was not sent; or a proxy opened no tunnel</td><td>no</td></tr>
 * <tr><td>no whole response, and some of the request may have been sent</td><td>yes</td></tr>
 * </table>
 *
 * <p>Operations that only read never take effect.
 */
record ResponseClassifier(InstantSource clock) {

    /** The kinds of responses; each failure has an exception of its own. */
    enum Kind {
        SUCCESS,
        BAD_REQUEST,
        UNAUTHENTICATED,
        FORBIDDEN,
        NOT_FOUND,
        RATE_LIMITED,
        OPERATION_FAILED,
        SERVER_ERROR,
        UNEXPECTED,
        NO_RESPONSE
    }

    /** When the attempt may be followed by another one. */
    enum Retry {
        NEVER,
        IF_SAFE,
        ONCE,
        ALWAYS
    }

    /**
     * The classification of an attempt.
     *
     * @param mayHaveTakenEffect whether an operation that changes something may have done so
     * @param retry when it may be sent again
     * @param retryAfter the pause that the service requests, or null
     */
    record Classification(
            Kind kind,
            boolean mayHaveTakenEffect,
            Retry retry,
            @Nullable Duration retryAfter) {

        /** Before an attempt. */
        static final Classification NOT_SENT = new Classification(Kind.NO_RESPONSE, false, Retry.NEVER, null);
    }

    /** Classifies a response by its status, and by the code of its envelope; null if it has none that can be read. */
    Classification classify(RawResponse response, @Nullable Integer code) {
        int status = response.status();
        Kind kind = isSuccess(status) ? ofSuccess(code) : ofFailure(status, code);
        return new Classification(
                kind, mayHaveTakenEffect(status, kind), retry(status, kind), RetryAfter.read(response, clock));
    }

    static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private static Kind ofSuccess(@Nullable Integer code) {
        return code == null ? Kind.UNEXPECTED : ofCode(code);
    }

    private static Kind ofFailure(int status, @Nullable Integer code) {
        return switch (status) {
            case 400 -> Kind.BAD_REQUEST;
            case 401 -> Kind.UNAUTHENTICATED;
            case 403 -> Kind.FORBIDDEN;
            case 404 -> Kind.NOT_FOUND;
            case 408 -> Kind.SERVER_ERROR;
            case 429 -> Kind.RATE_LIMITED;
            default -> {
                if (status >= 400 && status < 500 && code != null && code != ResultCode.SUCCESS.value()) {
                    yield ofCode(code);
                }
                yield status >= 500 && status < 600 ? Kind.SERVER_ERROR : Kind.UNEXPECTED;
            }
        };
    }

    /** Some services return the number of an HTTP status as the code of a response with another status. */
    private static Kind ofCode(int code) {
        return switch (code) {
            case 0 -> Kind.SUCCESS;
            case 1, 400 -> Kind.BAD_REQUEST;
            case 2, 401 -> Kind.UNAUTHENTICATED;
            case 403 -> Kind.FORBIDDEN;
            case 404 -> Kind.NOT_FOUND;
            case 429 -> Kind.RATE_LIMITED;
            case -1 -> Kind.OPERATION_FAILED;
            case -2, 500 -> Kind.SERVER_ERROR;
            default -> Kind.UNEXPECTED;
        };
    }

    private static boolean mayHaveTakenEffect(int status, Kind kind) {
        if (isSuccess(status)) {
            return switch (kind) {
                case RATE_LIMITED, SERVER_ERROR, UNEXPECTED -> true;
                default -> false;
            };
        }
        return status < 400 || status >= 500 || status == 408;
    }

    private static Retry retry(int status, Kind kind) {
        return switch (kind) {
            case RATE_LIMITED -> status == 429 ? Retry.ALWAYS : Retry.IF_SAFE;
            case SERVER_ERROR -> Retry.IF_SAFE;
            default -> Retry.NEVER;
        };
    }

    /** Classifies an exchange without a whole response. */
    static Classification classify(ExchangeException broken) {
        return new Classification(Kind.NO_RESPONSE, broken.sent(), retry(broken), null);
    }

    private static Retry retry(ExchangeException broken) {
        if (broken.sent()) {
            return Retry.IF_SAFE;
        }
        if (broken.getCause() instanceof UnknownHostException) {
            return Retry.ONCE;
        }
        boolean rejectedByProxy = broken.proxyStatus() >= 300 && broken.proxyStatus() < 500;
        return rejectedByProxy || isMisconfigured(broken.getCause()) ? Retry.NEVER : Retry.ALWAYS;
    }

    /**
     * Whether a TLS handshake failed for a permanent reason: a certificate, a protocol, a cipher, or a port without
     * TLS. A handshake that the peer terminated, or that ended with the alert internal_error, may succeed on a retry.
     */
    private static boolean isMisconfigured(@Nullable Throwable failure) {
        List<Throwable> causes = CauseChain.of(failure);
        return causes.stream().anyMatch(ResponseClassifier::isOfTls)
                && causes.stream().noneMatch(ResponseClassifier::isTemporary);
    }

    private static boolean isOfTls(Throwable cause) {
        return cause instanceof SSLException || cause instanceof GeneralSecurityException;
    }

    private static boolean isTemporary(Throwable cause) {
        if (cause instanceof SocketException
                || cause instanceof EOFException
                || cause instanceof SocketTimeoutException) {
            return true;
        }
        String message = String.valueOf(cause.getMessage());
        return cause instanceof SSLException
                && (message.contains("terminated the handshake") || message.contains("internal_error"));
    }
}
