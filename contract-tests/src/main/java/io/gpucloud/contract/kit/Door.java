package io.gpucloud.contract.kit;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Looks, before a run, whether there is a service that lets the caller in, and what the account holds. */
final class Door {

    private final Settings settings;
    private final HttpCaller http;

    Door(Settings settings) {
        this.settings = settings;
        this.http = new HttpCaller(settings);
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
        } else if (require(instancesOfKey(), "--url").status() == 401) {
            throw new UnreachableException("the service refuses the API key (HTTP 401)");
        }
        return instances();
    }

    /** The instances of the account; none where the administration makes accounts. */
    List<String> instances() {
        return settings.admin()
                ? List.of()
                : require(instancesOfKey(), "--url").list("/data/instance_list").stream()
                        .map(instance -> instance.path("instance_uuid").asString(""))
                        .toList();
    }

    private Call instancesOfKey() {
        return Members.call(Spec.PUBLIC, "listInstances", Map.of()).key(settings.key());
    }

    private Answer require(Call call, String what) {
        try {
            return http.send(call);
        } catch (IOException nobody) {
            throw new UnreachableException(what + ": no answer from " + settings.url() + " ("
                    + nobody.getClass().getSimpleName() + ")");
        }
    }
}
