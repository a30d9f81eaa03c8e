package io.gpucloud.contract.kit;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks before a run that the service is reachable and accepts the API key, and lists the instances of the account.
 */
final class PreflightCheck {

    /** The result code for a rejected API key. A service may send it with HTTP status 200. */
    private static final int NOT_LOGGED_IN = 2;

    private final KitContext kit;
    private final Settings settings;
    private List<String> before = List.of();

    PreflightCheck(KitContext kit) {
        this.kit = kit;
        this.settings = kit.settings();
    }

    /** Throws if the service is not reachable, rejects the API key or does not list the instances. */
    void check() {
        requireApi(require(Call.of(ApiDocuments.PUBLIC_API, "listPods", Map.of()), "--url"));
        if (settings.admin()) {
            Call clock = Call.of(ApiDocuments.ADMIN_API, "getClock", Map.of()).key(settings.adminToken());
            ServiceResponse response = require(clock, "/__admin");
            if (response.status() != 200) {
                throw new UnreachableException("/__admin responds with HTTP " + response.status()
                        + ": is this a stub, on this machine or with the right --admin-token?");
            }
        } else if (settings.readOnly()) {
            requireKnown(require(InstanceList.call(settings.key()), "--url"));
        }
        before = instances();
    }

    /** Listing pods needs no key, so a 404, a redirect or an HTML page means that the base URL is wrong. */
    private void requireApi(ServiceResponse pods) {
        boolean isPage = pods.headers().firstValue("content-type").orElse("").startsWith("text/html");
        if (pods.status() == 404 || pods.status() / 100 == 3 || isPage) {
            URI meant = settings.url().resolve(ApiDocuments.PUBLIC_API.basePath());
            throw new UnreachableException("no API found at " + settings.url() + " (HTTP " + pods.status() + " from "
                    + pods.call() + ")" + (meant.equals(settings.url()) ? "" : "; did you mean " + meant + "?"));
        }
    }

    /**
     * The instances of the account. Empty in runs with {@code --admin}, which use new accounts, and with
     * {@code --read-only}.
     */
    private List<String> instances() {
        if (settings.admin() || settings.readOnly()) {
            return List.of();
        }
        ServiceResponse response = require(InstanceList.call(settings.key()), "--url");
        requireKnown(response);
        return InstanceList.read(response)
                .orElseThrow(() ->
                        new UnreachableException("the list of instances cannot be read (" + outcome(response) + ")"));
    }

    /** The instances that were not there before. Throws if they cannot be listed. */
    List<String> newInstances() {
        List<String> left = new ArrayList<>(instances());
        left.removeAll(before);
        return left;
    }

    private static void requireKnown(ServiceResponse response) {
        if (response.status() == 401 || response.at("/code").asInt(0) == NOT_LOGGED_IN) {
            throw new UnreachableException("the service rejects the API key (" + outcome(response) + ")");
        }
    }

    /** Status and code only: the body could contain a key. */
    private static String outcome(ServiceResponse response) {
        int code = response.at("/code").asInt(0);
        return "HTTP " + response.status() + (code == 0 ? "" : " with code " + code);
    }

    private ServiceResponse require(Call call, String what) {
        try {
            return kit.http().send(call);
        } catch (IOException noResponse) {
            throw new UnreachableException(what + ": no response from " + settings.url() + " ("
                    + noResponse.getClass().getSimpleName() + ")");
        }
    }
}
