package io.gpucloud.contract.kit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.opentest4j.TestAbortedException;

/**
 * Bears a service that limits its callers, which is no difference from the contract: what only reads is asked again after the
 * pause that the service wants, up to a bound; anything else is left undone, since it may cost money.
 */
final class Patience {

    private static final int TIMES = 3;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Lets the time of this machine pass. */
    static final Sleeper REAL_TIME = pause -> Thread.sleep(pause.toMillis());

    private final boolean patient;
    private final Sleeper sleeper;

    /** A stub is asked for such answers on purpose, so they are never waited for. */
    Patience(boolean patient, Sleeper sleeper) {
        this.patient = patient;
        this.sleeper = sleeper;
    }

    /** Lets time pass. */
    interface Sleeper {
        void sleep(Duration pause) throws InterruptedException;
    }

    /** Sends a request. */
    interface Request {
        Answer send() throws IOException;
    }

    /**
     * Sends a request, as often as it takes.
     *
     * @throws TestAbortedException if it is refused as one too many, and must not be sent again
     */
    Answer answer(Request request) throws IOException {
        Answer answer = request.send();
        for (int again = 0; again < TIMES && patient && isTooMany(answer); again++) {
            if (!answer.call().method().equals("GET")) {
                rest(wanted(answer));
                throw new TestAbortedException("the service had too many requests (HTTP 429)");
            }
            if (!rest(wanted(answer))) {
                return answer;
            }
            answer = request.send();
        }
        return answer;
    }

    static boolean isTooMany(Answer answer) {
        return answer.status() == 429;
    }

    /** The pause that a service wants, as far as it can be read, and bounded. */
    static Duration wanted(Answer answer) {
        String asked =
                answer.headers().getOrDefault("retry-after", List.of("1")).get(0);
        Duration pause = Duration.ofSeconds(asked.matches("[0-9]{1,4}") ? Integer.parseInt(asked) : 1);
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }

    /** Answers whether the pause was kept to its end. */
    boolean rest(Duration pause) {
        try {
            sleeper.sleep(pause);
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
