package io.gpucloud.contract.pact;

import java.util.Map;

/**
 * A provider state of the stub's catalogue.
 *
 * @param parameters its parameters, without those that have their defaults
 */
record GivenState(String state, Map<String, Object> parameters) {

    static final GivenState AN_ACCOUNT = of("an account as it opens");
    static final GivenState MONEY = of("an account with nothing but money");
    static final GivenState NO_MONEY = of("an account with nothing but money", "balance", 0);
    static final GivenState SOLD_OUT = of("a GPU model is sold out");
    static final GivenState RUNNING = of("an instance is running");
    static final GivenState SHUT_DOWN = of("an instance is shut down");
    static final GivenState INSTANCE_UPLOADING = of("an instance's image is uploading");
    static final GivenState IMAGE_READY = of("a private image is ready");
    static final GivenState IMAGE_UPLOADING = of("a private image is uploading");
    static final GivenState IMAGE_FAILED = of("a private image has failed");

    static GivenState of(String state) {
        return new GivenState(state, Map.of());
    }

    static GivenState of(String state, String parameter, Object value) {
        return new GivenState(state, Map.of(parameter, value));
    }
}
