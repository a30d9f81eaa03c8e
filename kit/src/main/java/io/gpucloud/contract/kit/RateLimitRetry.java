package io.gpucloud.contract.kit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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

    private final Settings settings;
    private final HttpCaller http;
    private final Sleeper sleeper;

    RateLimitRetry(Settings settings, Sleeper sleeper) {
        this.settings = settings;
        this.http = new HttpCaller(settings);
        this.sleeper = sleeper;
    }

    /** Time passes; replaced in tests. */
    interface Sleeper {
        void sleep(Duration pause) throws InterruptedException;

        default Instant now() {
            return InstantSource.system().instant();
        }
    }

    /**
     * Sends a call, and sends it again while the service responds with 429. Not in runs with {@code --admin}: tests of
     * the stub provoke 429 on purpose.
     *
     * @throws TestAbortedException if the service responds with 429 to a request that must not be repeated
     */
    ServiceResponse send(Call call) throws IOException {
        ServiceResponse response = http.send(call);
        for (int retry = 0; retry < RETRIES && !settings.admin() && isRateLimited(response); retry++) {
            if (!call.method().equals("GET")) {
                pause(retryAfter(response));
                throw new TestAbortedException("the service rejected the request with HTTP 429");
            }
            if (!pause(retryAfter(response))) {
                return response;
            }
            response = http.send(call);
        }
        return response;
    }

    /** Sends a call without retries. */
    ServiceResponse sendOnce(Call call) throws IOException {
        return http.send(call);
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

    Instant now() {
        return sleeper.now();
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
