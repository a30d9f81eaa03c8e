package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.TransportException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request until it succeeds, or must not be sent again. No other class decides about another attempt. Reports
 * each attempt with the pause that follows it.
 */
record RetryingClient(CallStep next, RequestOptions options, RandomGenerator random, WaitTimer timer)
        implements CallStep {

    @Override
    public DecodedBody execute(Request request, CallContext call) {
        GpuCloudException last = null;
        while (true) {
            call.beginAttempt();
            long begun = System.nanoTime();
            try {
                DecodedBody response = next.execute(request, call);
                ObservingClient.attempted(call, begun, null, null);
                return response;
            } catch (MissingApiKeyException unsent) {
                throw unsent;
            } catch (IllegalStateException closed) {
                // The client was closed. The failure of an earlier attempt says more about this call.
                throw last == null || wasNotSent(last) ? closed : last;
            } catch (GpuCloudException failure) {
                Duration pause = pauseAfter(failure, call);
                ObservingClient.attempted(call, begun, failure, pause);
                if (pause == null || !sleep(pause) || call.deadline().isOver()) {
                    throw failure;
                }
                call.setInDoubt(failure.mayHaveTakenEffect());
                last = failure;
            }
        }
    }

    private static boolean wasNotSent(GpuCloudException failure) {
        return failure instanceof TransportException broken && !broken.sent();
    }

    /** The pause before the next attempt; null if there must be none, or if it could not begin in the time left. */
    private @Nullable Duration pauseAfter(GpuCloudException failure, CallContext call) {
        if (call.deadline().reasonToStop() != null) {
            return null;
        }
        if (call.hasRenewedKey()) {
            return Duration.ZERO;
        }
        if (call.attempts() >= options.maxAttempts() || !mayRepeat(call, failure)) {
            return null;
        }
        Duration requested = failure.retryAfter().orElse(null);
        if (requested != null && requested.compareTo(options.maxRetryAfter()) > 0) {
            return null;
        }
        Duration pause = requested == null ? backoff(call.attempts()) : requested;
        return pause.compareTo(call.deadline().left()) < 0 ? pause : null;
    }

    private boolean mayRepeat(CallContext call, GpuCloudException failure) {
        boolean limitedCreation =
                failure instanceof RateLimitedException && Operations.createsInstance(call.operation());
        if (limitedCreation && !options.retryCreateAfterRateLimit()) {
            return false;
        }
        return switch (call.outcome().retry()) {
            case NEVER -> false;
            case ONCE -> call.attempts() == 1;
            case IF_SAFE -> Operations.safeToRepeat(call.operation());
            case ALWAYS -> true;
        };
    }

    /** Full jitter: anything between nothing and a bound that doubles. */
    private Duration backoff(int attempts) {
        long bound = options.maxDelay().toMillis();
        int doublings = attempts - 1;
        if (doublings < Long.SIZE - 2 && options.baseDelay().toMillis() <= bound >> doublings) {
            bound = options.baseDelay().toMillis() << doublings;
        }
        return Duration.ofMillis(random.nextLong(bound + 1));
    }

    /** Whether the pause lasted to its end. */
    private boolean sleep(Duration pause) {
        try {
            if (!pause.isZero()) {
                timer.sleep(pause);
            }
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
