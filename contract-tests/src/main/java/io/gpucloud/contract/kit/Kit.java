package io.gpucloud.contract.kit;

import java.io.IOException;
import java.util.List;

/** What all facts of one run share: it sends what they ask and judges what is answered. */
final class Kit {

    private final Settings settings;
    private final Observer observer;
    private final Secrets secrets = new Secrets();
    private final HttpCaller http;
    private final Conformance conformance;
    private final Patience patience;

    Kit(Settings settings, Observer observer, Patience.Sleeper sleeper) {
        this.settings = settings;
        this.observer = observer;
        this.http = new HttpCaller(settings);
        this.conformance = new Conformance(settings);
        this.patience = new Patience(!settings.admin(), sleeper);
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
            return patience.answer(() -> http.send(call));
        } catch (IOException broken) {
            String source = call.operation().place().child("responses").cite();
            throw new Difference(
                    List.of(new Mismatch(call.toString(), "an HTTP answer", String.valueOf(broken), source)));
        }
    }
}
