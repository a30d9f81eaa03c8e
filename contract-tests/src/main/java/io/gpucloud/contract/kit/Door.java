package io.gpucloud.contract.kit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks, before a run, whether there is a service that lets the caller in, and what the account holds. */
final class Door {

    /** The code of whoever is not logged in, also where the HTTP status is 200. */
    private static final int NOT_LOGGED_IN = 2;

    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15));

    private final Settings settings;
    private final HttpCaller http;
    private final Patience patience;
    private String problem = "";
    private Duration wanted = Duration.ZERO;

    Door(Settings settings, Patience.Sleeper sleeper) {
        this.settings = settings;
        this.http = new HttpCaller(settings);
        this.patience = new Patience(!settings.admin(), sleeper);
    }

    /**
     * Knocks.
     *
     * @return the instances of the account
     * @throws UnreachableException if nobody answers, or not to this caller
     */
    List<String> enter() {
        require(Members.call(Spec.PUBLIC, "listPods", Map.of()), "--url");
        if (settings.admin()) {
            Call clock = Members.call(Spec.ADMINISTRATION, "getClock", Map.of()).key(settings.adminToken());
            Answer answer = require(clock, "/__admin");
            if (answer.status() != 200) {
                throw new UnreachableException("/__admin answers HTTP " + answer.status()
                        + ": is this a stub, on this machine or with the right --admin-token?");
            }
        } else if (settings.readOnly()) {
            requireKnown(require(InstanceList.call(settings.key()), "--url"));
        }
        return instances();
    }

    /**
     * The instances of the account; none where the administration makes accounts, or where none can be created.
     *
     * @throws UnreachableException if they cannot be told
     */
    List<String> instances() {
        if (settings.admin() || settings.readOnly()) {
            return List.of();
        }
        for (Duration pause : PAUSES) {
            Optional<List<String>> listed = listed();
            if (listed.isPresent() || !patience.rest(pause.compareTo(wanted) < 0 ? wanted : pause)) {
                return listed.orElseThrow(this::unreadable);
            }
        }
        return listed().orElseThrow(this::unreadable);
    }

    private Optional<List<String>> listed() {
        try {
            Answer answer = http.send(InstanceList.call(settings.key()));
            requireKnown(answer);
            wanted = Patience.isTooMany(answer) ? Patience.wanted(answer) : Duration.ZERO;
            problem = outcome(answer);
            return InstanceList.read(answer);
        } catch (IOException nobody) {
            problem = "no answer, " + nobody.getClass().getSimpleName();
            return Optional.empty();
        }
    }

    private UnreachableException unreadable() {
        return new UnreachableException("the list of instances cannot be read (" + problem + ")");
    }

    private static void requireKnown(Answer answer) {
        if (answer.status() == 401 || answer.at("/code").asInt(0) == NOT_LOGGED_IN) {
            throw new UnreachableException("the service refuses the API key (" + outcome(answer) + ")");
        }
    }

    /** No more of the answer, which could hold a key. */
    private static String outcome(Answer answer) {
        int code = answer.at("/code").asInt(0);
        return "HTTP " + answer.status() + (code == 0 ? "" : " with code " + code);
    }

    private Answer require(Call call, String what) {
        try {
            return patience.answer(() -> http.send(call));
        } catch (IOException nobody) {
            throw new UnreachableException(what + ": no answer from " + settings.url() + " ("
                    + nobody.getClass().getSimpleName() + ")");
        }
    }
}
