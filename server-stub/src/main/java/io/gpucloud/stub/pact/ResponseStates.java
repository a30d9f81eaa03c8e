package io.gpucloud.stub.pact;

import io.gpucloud.stub.admin.model.ProviderStateParameter;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.ResponseEffect.Response;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.pact.StateDefinition.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Provider states that set the response to a request, independent of the contents of the account. */
final class ResponseStates {

    private static final ProviderStateParameter OPERATION = new ProviderStateParameter(
            "operation",
            "Operation that returns this response, one of those that need no key. If empty, the next request with the"
                    + " key returns it.",
            "\"\"");

    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final OperationIds operationIds;

    ResponseStates(ApiKeys keys, FaultRegistry faults, OperationIds operationIds) {
        this.keys = keys;
        this.faults = faults;
        this.operationIds = operationIds;
    }

    List<StateDefinition> all() {
        return List.of(
                StateDefinition.of(
                        "the key may only read",
                        "The key has no permission for operations that change something: HTTP 403.",
                        given -> key(null, ApiKey.Permission.READ_ONLY)),
                StateDefinition.of(
                        "the key is disabled",
                        "The key was switched off: HTTP 401.",
                        given -> key(ApiKey.Status.DISABLED, null)),
                StateDefinition.of(
                        "the key has expired",
                        "The time of the key is over: HTTP 401.",
                        given -> key(ApiKey.Status.EXPIRED, null)),
                next("the key may do nothing that is asked next", "HTTP 403", 403),
                StateDefinition.of(
                        "the next request is one too many",
                        "The next request returns HTTP 429.",
                        given -> {
                            int seconds = given.number("retry_after", -1, 86_400);
                            return answered(given, new Response(429, null, null, null, seconds < 0 ? null : seconds));
                        },
                        OPERATION,
                        new ProviderStateParameter(
                                "retry_after",
                                "Seconds that Retry-After names, up to 86400; -1 for no such header.",
                                "3")),
                next("the next request fails inside the service", "HTTP 500 and code -2", 500),
                next("the next request is not found", "HTTP 404", 404),
                StateDefinition.of(
                        "the next request is refused",
                        "The next request returns HTTP 200 and a code that is not 0.",
                        given -> answered(
                                given,
                                new Response(200, given.oneOf("code", -2, -1, 1, 2), given.text("msg"), null, null)),
                        OPERATION,
                        new ProviderStateParameter("code", "The code: -2, -1, 1 or 2.", "-1"),
                        new ProviderStateParameter("msg", "The message.", "\"the query failed\"")),
                next("the next request has bad parameters", "HTTP 400 in the alternative form", 400));
    }

    private StateDefinition next(String name, String response, int status) {
        return StateDefinition.of(
                name,
                "The next request returns " + response + ".",
                given -> answered(given, new Response(status, null, null, null, null)),
                OPERATION);
    }

    private Effect key(ApiKey.@Nullable Status status, ApiKey.@Nullable Permission permission) {
        return Effect.then(account -> keys.set(account.name(), status, permission));
    }

    private Effect answered(StateParameters given, Response response) {
        String operation = given.text(OPERATION.name());
        if (!operation.isEmpty() && !operationIds.open().contains(operation)) {
            throw StateParameters.invalid(OPERATION.name(), "must be empty or one of " + operationIds.open());
        }
        ResponseEffect effect = new ResponseEffect(ResponseEffect.Kind.RESPOND, response, 0);
        return Effect.then(account -> {
            // An operation that needs no key has no account either, so its fault affects the next request of any
            // caller.
            Scope scope =
                    operation.isEmpty() ? new Scope(null, null, account.name()) : new Scope(operation, null, null);
            faults.add(faults.create(new FaultDefinition<>(scope, effect, 1, 1, null, null), 0));
        });
    }
}
