package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.admin.model.ProviderState;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A provider state. */
record StateDefinition(
        String name, String text, List<ProviderStateParameter> parameters, Function<StateParameters, Effect> effect) {

    private static final String USUAL_KEY = "demo-key";
    private static final ProviderStateParameter KEY =
            new ProviderStateParameter("api_key", "The key that opens the account.", '"' + USUAL_KEY + '"');

    Map<String, JsonNode> defaults() {
        Map<String, JsonNode> defaults = new LinkedHashMap<>();
        parameters.forEach(
                parameter -> defaults.put(parameter.name(), JsonMapper.shared().readTree(parameter._default())));
        return Collections.unmodifiableMap(defaults);
    }

    ProviderState describe() {
        return new ProviderState(name, text, parameters);
    }

    /** Creates a state of an account. */
    static StateDefinition of(
            String name, String text, Function<StateParameters, Effect> effect, ProviderStateParameter... parameters) {
        List<ProviderStateParameter> all =
                Stream.concat(Stream.of(KEY), Stream.of(parameters)).toList();
        return new StateDefinition(name, text, all, effect);
    }

    /** The name of the account, from parameters that have not been checked yet. */
    static String account(@Nullable JsonNode given) {
        return given == null ? USUAL_KEY : given.path(KEY.name()).asString(USUAL_KEY);
    }

    /** The name of the account. */
    static String account(StateParameters given) {
        return given.text(KEY.name());
    }

    /**
     * The effect of a state on an account whose key and faults have been reset.
     *
     * @param seed contents of the account, or null for its initial contents
     * @param then an action after the account has opened
     */
    record Effect(@Nullable AccountSeed seed, Consumer<AccountKey> then) {

        /** The account has the contents of a seed. */
        static Effect owns(AccountSeed seed) {
            return new Effect(seed, account -> {});
        }

        /** The account has its initial contents, and something else changes. */
        static Effect then(Consumer<AccountKey> then) {
            return new Effect(null, then);
        }
    }
}
