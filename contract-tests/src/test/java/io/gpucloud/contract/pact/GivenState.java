package io.gpucloud.contract.pact;

import java.util.Map;
import java.util.TreeMap;

/**
 * A provider state of the stub's catalogue.
 *
 * @param parameters its parameters, without those that have their defaults
 */
record GivenState(String state, Map<String, Object> parameters) {

    static final GivenState AN_ACCOUNT = of("an account as it opens");
    static final GivenState MONEY = of("an account with nothing but money");
    static final GivenState NO_MONEY = of("an account with nothing but money", "balance", 0);
    static final GivenState RUNNING = of("an instance is running");
    static final GivenState SHUT_DOWN = of("an instance is shut down");
    static final GivenState UPLOADING = of("an instance's image is uploading");
    static final GivenState IMAGE_READY = of("a private image is ready");

    static GivenState of(String state) {
        return new GivenState(state, Map.of());
    }

    static GivenState of(String state, String parameter, Object value) {
        return new GivenState(state, Map.of(parameter, value));
    }

    GivenState with(String parameter, Object value) {
        Map<String, Object> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new GivenState(state, more);
    }
}
