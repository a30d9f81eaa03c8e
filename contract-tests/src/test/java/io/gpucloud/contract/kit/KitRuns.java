package io.gpucloud.contract.kit;

import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Runs of the kit against a stub, directly or through a {@link ModifyingProxy}. Each test class has its own stub,
 * because faults of operations without a key affect all callers.
 */
final class KitRuns implements BeforeAllCallback {

    /** The kit sends requests that violate the contract, and expects the default errors of the stub. */
    private static final String FOR_THE_KIT = "stub.validate=off";

    private URI url = URI.create("http://localhost");

    @Override
    public void beforeAll(ExtensionContext context) {
        url = context.getStore(Namespace.create(KitRuns.class))
                .computeIfAbsent(GpuCloudStub.class, absent -> GpuCloudStub.start(FOR_THE_KIT), GpuCloudStub.class)
                .baseUrl();
    }

    URI url() {
        return url;
    }

    Settings admin(String... only) {
        return new Settings(url, null, false, true, null, true, Set.of(), Set.of(only));
    }

    Settings key(String key, boolean readOnly, Set<String> without, String... only) {
        return new Settings(url, key, readOnly, false, null, false, without, Set.of(only));
    }

    /** Pauses of such a run take no time. */
    Report run(Settings settings) {
        return new KitRun(settings, (response, faulty) -> {}, null, pause -> {}).run();
    }

    /** Runs the tests of some operations against a stub whose responses are modified. */
    Report runModified(UnaryOperator<ModifyingProxy.ProxiedResponse> modify, String... only) {
        try (ModifyingProxy proxy = new ModifyingProxy(url, modify)) {
            return run(new Settings(proxy.url(), null, false, true, null, true, Set.of(), Set.of(only)));
        }
    }

    ModifyingProxy watched() {
        return new ModifyingProxy(url, UnaryOperator.identity());
    }
}
