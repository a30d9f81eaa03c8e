package io.gpucloud.contract.kit;

import java.io.IOException;
import java.util.List;
import org.opentest4j.TestAbortedException;

/** The state that all tests of one run share. It sends requests and checks each response against the contract. */
final class KitContext {

    private static final String MAY_STILL_RUN = "an earlier creation may still be running";

    private final Settings settings;
    private final SecretRedactor secrets;
    private final RateLimitRetry rateLimitRetry;
    private final boolean validates;
    private boolean mayStillRun;

    KitContext(Settings settings, RateLimitRetry.Sleeper sleeper) {
        this(settings, sleeper, true);
    }

    /** If it does not validate, every response conforms. */
    KitContext(Settings settings, RateLimitRetry.Sleeper sleeper, boolean validates) {
        this.settings = settings;
        this.secrets = SecretRedactor.of(settings);
        this.rateLimitRetry = new RateLimitRetry(settings, sleeper);
        this.validates = validates;
    }

    Settings settings() {
        return settings;
    }

    SecretRedactor secrets() {
        return secrets;
    }

    RateLimitRetry rateLimitRetry() {
        return rateLimitRetry;
    }

    /**
     * Sends a call and checks its response against the contract.
     *
     * @throws ContractViolationError if there is no response, or it does not conform to the contract
     */
    ServiceResponse exchange(Call call, AccountUnderTest account) {
        return conforming(send(call, account));
    }

    /**
     * Sends a call without checking its response.
     *
     * @throws ContractViolationError if there is no response
     */
    ServiceResponse send(Call call, AccountUnderTest account) {
        return send(call, account, rateLimitRetry::send);
    }

    /** Sends a call without retries. */
    ServiceResponse sendOnce(Call call, AccountUnderTest account) {
        return send(call, account, rateLimitRetry::sendOnce);
    }

    /** Returns the response if it conforms to the contract, and throws otherwise. */
    ServiceResponse conforming(ServiceResponse response) {
        List<Mismatch> mismatches = mismatches(response);
        if (!mismatches.isEmpty()) {
            throw new ContractViolationError(mismatches);
        }
        return response;
    }

    List<Mismatch> mismatches(ServiceResponse response) {
        return validates ? ContractValidation.mismatches(response) : List.of();
    }

    /** Records that an instance may run whose id is unknown. The kit creates no more instances in this run. */
    void mayStillRun() {
        mayStillRun = true;
    }

    private ServiceResponse send(Call call, AccountUnderTest account, Sending sending) {
        boolean creates = AccountUnderTest.creates(call) && !settings.admin();
        if (creates && mayStillRun) {
            throw new TestAbortedException(MAY_STILL_RUN);
        }
        ServiceResponse response = receive(call, sending, creates);
        // Before any check: a created instance must be destroyed even if the response was wrong.
        account.note(response);
        mayStillRun |= creates && AccountUnderTest.isUnclear(response);
        return response;
    }

    private interface Sending {
        ServiceResponse send(Call call) throws IOException;
    }

    private ServiceResponse receive(Call call, Sending sending, boolean creates) {
        try {
            return sending.send(call);
        } catch (IOException broken) {
            mayStillRun |= creates;
            String source = call.operation().node().at("responses").location();
            throw new ContractViolationError(
                    List.of(new Mismatch(call.toString(), "an HTTP response", String.valueOf(broken), source)));
        }
    }
}
