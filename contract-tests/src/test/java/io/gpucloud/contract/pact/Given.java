package io.gpucloud.contract.pact;

import java.util.Map;
import java.util.TreeMap;

/**
 * A provider state of the stub's catalogue.
 *
 * @param parameters its parameters, without those that have their defaults
 */
record Given(String state, Map<String, Object> parameters) {

    static final Given AN_ACCOUNT = of("an account as it opens");
    static final Given MONEY = of("an account with nothing but money");
    static final Given NO_MONEY = of("an account with nothing but money", "balance", 0);
    static final Given RUNNING = of("an instance is running");
    static final Given SHUT_DOWN = of("an instance is shut down");
    static final Given UPLOADING = of("an instance's image is uploading");
    static final Given IMAGE_READY = of("a private image is ready");

    static Given of(String state) {
        return new Given(state, Map.of());
    }

    static Given of(String state, String parameter, Object value) {
        return new Given(state, Map.of(parameter, value));
    }

    Given with(String parameter, Object value) {
        Map<String, Object> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new Given(state, more);
    }
}
