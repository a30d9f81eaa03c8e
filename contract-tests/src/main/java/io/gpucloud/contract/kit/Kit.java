package io.gpucloud.contract.kit;

import java.io.IOException;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** What all facts of one run share: it sends what they ask and judges what is answered. */
final class Kit {

    /** How often a request that comes too early is sent again. */
    private static final int PATIENCE = 3;

    /** In seconds. */
    private static final int LONGEST_PAUSE = 60;

    private final Settings settings;
    private final Observer observer;
    private final Secrets secrets = new Secrets();
    private final HttpCaller http;
    private final Conformance conformance;

    Kit(Settings settings, Observer observer) {
        this.settings = settings;
        this.observer = observer;
        this.http = new HttpCaller(settings);
        this.conformance = new Conformance(settings);
        secrets.add(settings.key());
        secrets.add(settings.adminToken());
    }

    Settings settings() {
        return settings;
    }

    Secrets secrets() {
        return secrets;
    }

    /**
     * Sends a call and holds its answer against the contract.
     *
     * @throws Difference if there is no answer, or it is not as the contract says
     */
    Answer exchange(Call call, Account account) {
        Answer answer = answer(call);
        // Before anything is judged: what was created has to go again, however badly it was answered.
        account.note(answer);
        observer.saw(answer, account.isFaulty());
        List<Mismatch> mismatches = conformance.mismatches(answer);
        if (!mismatches.isEmpty()) {
            throw new Difference(mismatches);
        }
        return answer;
    }

    private Answer answer(Call call) {
        try {
            Answer answer = http.send(call);
            for (int again = 0; again < PATIENCE && isTooEarly(answer); again++) {
                pause(answer);
                answer = http.send(call);
            }
            return answer;
        } catch (IOException broken) {
            String source = call.operation().place().child("responses").cite();
            throw new Difference(
                    List.of(new Mismatch(call.toString(), "an HTTP answer", String.valueOf(broken), source)));
        }
    }

    /** A service that limits its callers does not differ. Only what changes nothing is asked again. */
    private boolean isTooEarly(Answer answer) {
        boolean tooEarly = answer.status() == 429 && !settings.admin();
        if (tooEarly && !answer.call().method().equals("GET")) {
            pause(answer);
            throw new TestAbortedException("the service had too many requests (HTTP 429)");
        }
        return tooEarly;
    }

    private static void pause(Answer answer) {
        String asked =
                answer.headers().getOrDefault("retry-after", List.of("1")).get(0);
        int seconds = asked.matches("[0-9]{1,4}") ? Integer.parseInt(asked) : 1;
        try {
            Thread.sleep(1_000L * Math.min(seconds, LONGEST_PAUSE));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
