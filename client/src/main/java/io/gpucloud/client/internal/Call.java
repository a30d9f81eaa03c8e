package io.gpucloud.client.internal;

import feign.MethodMetadata;
import feign.Request;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Transport.Limits;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A call from its beginning to its end: as many attempts as it takes, within one deadline. */
final class Call {

    private static final List<String> JSON = List.of("application/json");
    private static final List<String> USER_AGENT = List.of(ClientVersion.USER_AGENT);

    private final CallLoop loop;
    private final Request request;
    private final ApiOperation operation;
    private final Type type;
    private final Instant deadline;
    private final CallListener.Call listener;
    private int attempts;
    private boolean inDoubt;
    private @Nullable ApiKey renewedKey;
    private boolean keyRenewed;

    Call(CallLoop loop, Request request) {
        MethodMetadata method = request.requestTemplate().methodMetadata();
        this.loop = loop;
        this.request = request;
        operation = Operations.of(method);
        type = method.returnType();
        deadline = loop.clock().instant().plus(loop.options().deadline());
        listener = loop.listener().started(operation);
    }

    Object run() {
        try {
            Object envelope = repeat();
            listener.ended(null);
            return envelope;
        } catch (RuntimeException | Error failure) {
            listener.ended(failure);
            throw failure;
        }
    }

    private Object repeat() {
        while (true) {
            Attempt attempt = nextAttempt();
            Instant begun = loop.clock().instant();
            Answer answer = null;
            try {
                answer = exchange(attempt);
                Object envelope = loop.answers().read(attempt, type, answer);
                tell(attempt, begun, answer, null, null);
                return envelope;
            } catch (GpuCloudException failure) {
                Duration pause = pauseAfter(failure, attempt);
                tell(attempt, begun, answer, failure, pause);
                if (pause == null || !sleep(pause) || left().isNegative()) {
                    throw failure;
                }
                inDoubt = failure.mayHaveTakenEffect();
            }
        }
    }

    private Attempt nextAttempt() {
        ApiKey key = renewedKey;
        renewedKey = null;
        if (key == null) {
            CallFailure soFar = CallFailure.of(operation).withAttempts(attempts).withMayHaveTakenEffect(inDoubt);
            key = loop.credentials().keyFor(operation, soFar);
        }
        attempts++;
        return new Attempt(operation, attempts, inDoubt, key);
    }

    private Answer exchange(Attempt attempt) {
        Limits limits = Limits.within(
                left(), loop.options().connectTimeout(), loop.options().readTimeout());
        try {
            return loop.transport().exchange(requestOf(attempt), limits);
        } catch (Transport.Broken exchange) {
            throw loop.failures().broken(attempt, exchange);
        } catch (Transport.TooLong answer) {
            throw loop.failures().tooLong(attempt, answer);
        }
    }

    private Request requestOf(Attempt attempt) {
        // In any case: else what an interceptor or a listener writes in small letters goes along with ours.
        Map<String, Collection<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        headers.putIfAbsent("Accept", JSON);
        if (request.body() != null) {
            headers.putIfAbsent("Content-Type", JSON);
        }
        headers.put("User-Agent", USER_AGENT);
        listener.headers().forEach((name, value) -> headers.put(name, List.of(value)));
        if (attempt.key() != null) {
            headers.put("Authorization", List.of("Bearer " + attempt.key().value()));
        }
        return Request.create(request.httpMethod(), request.url(), headers, request.body(), request.charset(), null);
    }

    private @Nullable Duration pauseAfter(GpuCloudException failure, Attempt attempt) {
        if (failure instanceof AuthenticationException && attempt.key() != null && !keyRenewed) {
            keyRenewed = true;
            renewedKey = loop.credentials().keyOtherThan(attempt.key());
            return renewedKey == null ? null : Duration.ZERO;
        }
        return loop.retries().pauseAfter(failure, left());
    }

    private Duration left() {
        return Duration.between(loop.clock().instant(), deadline);
    }

    /** Answers whether the pause was kept to its end. */
    private boolean sleep(Duration pause) {
        try {
            if (!pause.isZero()) {
                loop.timer().sleep(pause);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void tell(
            Attempt attempt,
            Instant begun,
            @Nullable Answer answer,
            @Nullable GpuCloudException failure,
            @Nullable Duration pause) {
        if (listener != Listeners.SILENT) {
            listener.attempted(new CallListener.Attempt(
                    attempt.number(),
                    Duration.between(begun, loop.clock().instant()),
                    answer == null ? OptionalInt.empty() : OptionalInt.of(answer.status()),
                    answer == null ? Map.of() : answer.loggableHeaders(attempt::withoutKey),
                    failure,
                    pause));
        }
    }
}
