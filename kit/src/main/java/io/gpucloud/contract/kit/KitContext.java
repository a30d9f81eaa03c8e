package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiOperation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** The state that all tests of one run share. It sends requests and checks each response against the contract. */
final class KitContext {

    /** The result code of a call that may have taken effect. */
    private static final int FAILED = -2;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Settings settings;
    private final SecretRedactor secrets;
    private final StubProfile profile;
    private final TrafficObservations observations;
    private final HttpCaller http;
    private final Sleeper sleeper;
    private boolean mayStillRun;

    KitContext(Settings settings, Sleeper sleeper) {
        this.settings = settings;
        this.secrets = SecretRedactor.of(settings);
        this.profile = new StubProfile(secrets);
        this.observations = new TrafficObservations(profile);
        this.http = new HttpCaller(settings, sleeper, PATIENCE, profile);
        this.sleeper = sleeper;
    }

    Settings settings() {
        return settings;
    }

    SecretRedactor secrets() {
        return secrets;
    }

    /** The settings that the checks have shown so far. */
    StubProfile profile() {
        return profile;
    }

    HttpCaller http() {
        return http;
    }

    Sleeper sleeper() {
        return sleeper;
    }

    /**
     * As {@link #send}, but aborts the test if the service responds with 429 to a request that must not be repeated.
     */
    ServiceResponse sendUnlessLimited(Call call) {
        ServiceResponse response = send(call);
        if (response.isRateLimited() && !settings.admin() && !call.method().equals("GET")) {
            sleeper.pause(response.retryAfter());
            throw new TestAbortedException("the service rejected the request with HTTP 429");
        }
        return response;
    }

    /** Returns the response if it conforms to the contract, and throws otherwise. */
    ServiceResponse conforming(ServiceResponse response) {
        List<Mismatch> mismatches = ContractValidation.mismatches(response);
        if (!mismatches.isEmpty()) {
            throw new ContractViolationError(mismatches);
        }
        return response;
    }

    /** Records that an instance may run whose id is unknown. The kit creates no more instances in this run. */
    void mayStillRun() {
        mayStillRun = true;
    }

    static boolean creates(Call call) {
        OpenApiOperation operation = call.operation();
        return operation.id().startsWith("createInstance") && call.method().equals(operation.method());
    }

    /** Whether the response to a create request leaves open if an instance was created, or which one. */
    private static boolean isUnclear(ServiceResponse response) {
        int code = response.at("/code").asInt(0);
        boolean nameless = code == 0 && InstanceList.uuid(response.at("/data")).isEmpty();
        return response.status() >= 500 || code == FAILED || (response.status() / 100 == 2 && nameless);
    }

    /** Sends a call without checking its response. Throws if there is no response. */
    ServiceResponse send(Call call) {
        boolean creates = creates(call) && !settings.admin();
        if (creates && mayStillRun) {
            throw new TestAbortedException("an earlier creation may still be running");
        }
        Instant begun = sleeper.now();
        try {
            ServiceResponse response = http.send(call);
            secrets.addPasswords(response.text());
            if (call.isOfService() && response.isSuccess()) {
                observations.success(response, begun);
            }
            mayStillRun |= creates && isUnclear(response);
            return response;
        } catch (IOException broken) {
            mayStillRun |= creates;
            String source = call.operation().node().at("responses").location();
            throw new ContractViolationError(
                    List.of(new Mismatch(call.toString(), "an HTTP response", String.valueOf(broken), source)));
        }
    }
}
