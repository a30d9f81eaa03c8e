package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.admin.model.ProviderState;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.fault.ResponseEffect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider state. */
record StateDefinition(String name, String text, List<Parameter> parameters, Function<StateParameters, Effect> effect) {

    private static final String USUAL_KEY = "demo-key";
    private static final Parameter KEY =
            new Parameter("api_key", "The key that opens the account.", '"' + USUAL_KEY + '"');

    Map<String, JsonNode> defaults() {
        Map<String, JsonNode> defaults = new LinkedHashMap<>();
        parameters.forEach(
                parameter -> defaults.put(parameter.name(), JsonMapper.shared().readTree(parameter.defaultJson())));
        return Collections.unmodifiableMap(defaults);
    }

    ProviderState describe() {
        return new ProviderState(
                name,
                text,
                parameters.stream()
                        .map(parameter ->
                                new ProviderStateParameter(parameter.name(), parameter.text(), parameter.defaultJson()))
                        .toList());
    }

    /** Creates a state of an account. */
    static StateDefinition of(
            String name, String text, Function<StateParameters, Effect> effect, Parameter... parameters) {
        List<Parameter> all = new ArrayList<>(List.of(KEY));
        all.addAll(List.of(parameters));
        return new StateDefinition(name, text, List.copyOf(all), effect);
    }

    /** The name of the account, from parameters that have not been checked yet. */
    static String account(@Nullable JsonNode given) {
        return given == null ? USUAL_KEY : given.path(KEY.name()).asString(USUAL_KEY);
    }

    /** The name of the account. */
    static String account(StateParameters given) {
        return given.text(KEY.name());
    }

    /** A parameter of a state. */
    record Parameter(String name, String text, String defaultJson) {}

    /**
     * The effect of a state on an account whose key and faults have been reset.
     *
     * @param seed contents of the account, or null for its initial contents
     * @param status the new status of the key, or null to keep it
     * @param permission the new permission of the key, or null to keep it
     * @param response the response to the next request, or null for the usual one
     * @param operation the operation that gets the response, or null for any operation of the key
     */
    record Effect(
            @Nullable AccountSeed seed,
            BiConsumer<Accounts, AccountKey> then,
            ApiKey.@Nullable Status status,
            ApiKey.@Nullable Permission permission,
            ResponseEffect.@Nullable Response response,
            @Nullable String operation) {

        private static void nothing(Accounts accounts, AccountKey account) {
            // Most states need no action after the account has opened.
        }

        /** The account has the content of the seed. */
        static Effect asItOpens() {
            return new Effect(null, Effect::nothing, null, null, null, null);
        }

        /** The account has the contents of a seed. */
        static Effect owns(AccountSeed seed) {
            return ownsThen(seed, Effect::nothing);
        }

        /** The account has the contents of a seed, and then performs an action. */
        static Effect ownsThen(AccountSeed seed, BiConsumer<Accounts, AccountKey> then) {
            return new Effect(seed, then, null, null, null, null);
        }

        /** Changes the key; null keeps a value. */
        static Effect key(ApiKey.@Nullable Status status, ApiKey.@Nullable Permission permission) {
            return new Effect(null, Effect::nothing, status, permission, null, null);
        }

        /** The next request of an operation gets this response; null for any operation of the key. */
        static Effect responds(ResponseEffect.Response response, @Nullable String operation) {
            return new Effect(null, Effect::nothing, null, null, response, operation);
        }
    }
}
