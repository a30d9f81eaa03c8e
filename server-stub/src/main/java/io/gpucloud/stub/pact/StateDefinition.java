package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.admin.model.ProviderState;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A provider state: what the catalogue says about it, and how it is set up. */
record StateDefinition(ProviderState description, Function<StateParameters, Effect> effect) {

    private static final String USUAL_KEY = "demo-key";
    private static final ProviderStateParameter KEY =
            new ProviderStateParameter("api_key", "The key that opens the account.", '"' + USUAL_KEY + '"');

    /** The parameters of a state, and the one that all states have. */
    static List<ProviderStateParameter> withKey(List<ProviderStateParameter> parameters) {
        return Stream.concat(Stream.of(KEY), parameters.stream()).toList();
    }

    String name() {
        return description.name();
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
    record Effect(@Nullable AccountSeed seed, Consumer<AccountKey> then) {}
}
