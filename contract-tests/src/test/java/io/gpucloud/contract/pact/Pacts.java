package io.gpucloud.contract.pact;

import au.com.dius.pact.core.model.Consumer;
import au.com.dius.pact.core.model.Provider;
import au.com.dius.pact.core.model.V4Pact;
import java.util.List;
import java.util.stream.Stream;

/** All interactions between client and service. */
final class Pacts {

    static final String CONSUMER = "gpu-cloud-client";
    static final String PROVIDER = "gpu-cloud";

    /** The name that Pact gives the file. */
    static final String FILE = CONSUMER + "-" + PROVIDER + ".json";

    private Pacts() {}

    static List<Interaction<?>> all() {
        return Stream.of(InstancePacts.all(), CatalogPacts.all(), AccountPacts.all(), KeyPacts.all())
                .<Interaction<?>>flatMap(interactions -> interactions)
                .toList();
    }

    static V4Pact of(List<Interaction<?>> interactions) {
        return new V4Pact(
                new Consumer(CONSUMER),
                new Provider(PROVIDER),
                interactions.stream()
                        .flatMap(interaction -> interaction.pact().getInteractions().stream())
                        .toList());
    }
}
