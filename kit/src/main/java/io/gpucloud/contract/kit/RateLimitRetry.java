package io.gpucloud.contract.kit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * Handles HTTP 429, which is allowed by the contract. A GET request is sent again after the pause in {@code Retry-After}, at most
 * three times. Any other request is not repeated, because it may cost money; its test is aborted.
 */
final class RateLimitRetry {

    private static final int RETRIES = 3;
    private static final Duration MAX_PAUSE = Duration.ofSeconds(60);

    /** Sleeps in real time. */
    static final Sleeper REAL_TIME = pause -> Thread.sleep(pause.toMillis());

    private final boolean enabled;
    private final Sleeper sleeper;

    /** {@code enabled} is false in runs with {@code --admin}: tests of the stub provoke 429 on purpose. */
    RateLimitRetry(boolean enabled, Sleeper sleeper) {
        this.enabled = enabled;
        this.sleeper = sleeper;
    }

    /** Waits; replaced in tests. */
    interface Sleeper {
        void sleep(Duration pause) throws InterruptedException;
    }

    /** Sends a request. */
    interface Request {
        ServiceResponse send() throws IOException;
    }

    /**
     * Sends a request, and sends it again while the service responds with 429.
     *
     * @throws TestAbortedException if the service responds with 429 to a request that must not be repeated
     */
    ServiceResponse send(Request request) throws IOException {
        ServiceResponse response = request.send();
        for (int retry = 0; retry < RETRIES && enabled && isRateLimited(response); retry++) {
            if (!response.call().method().equals("GET")) {
                pause(retryAfter(response));
                throw new TestAbortedException("the service rejected the request with HTTP 429");
            }
            if (!pause(retryAfter(response))) {
                return response;
            }
            response = request.send();
        }
        return response;
    }

    static boolean isRateLimited(ServiceResponse response) {
        return response.status() == 429;
    }

    /** The pause in {@code Retry-After}; 1 s if the header is absent or not a number of seconds, at most 60 s. */
    static Duration retryAfter(ServiceResponse response) {
        String asked =
                response.headers().getOrDefault("retry-after", List.of("1")).get(0);
        Duration pause = Duration.ofSeconds(asked.matches("[0-9]{1,4}") ? Integer.parseInt(asked) : 1);
        return pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE;
    }

    /** Returns false if the thread was interrupted during the pause. */
    boolean pause(Duration pause) {
        try {
            sleeper.sleep(pause);
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
