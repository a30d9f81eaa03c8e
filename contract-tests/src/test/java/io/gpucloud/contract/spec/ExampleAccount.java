package io.gpucloud.contract.spec;

import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A stub in the state that the examples of the contract assume: on 1 January 2026, with the instance and the image that
 * they name. The stub chooses its own identifiers, so those of the examples are replaced.
 */
final class ExampleAccount implements AutoCloseable {

    static final String KEY = "demo-key";
    static final String POOR_KEY = "demo-key-poor";

    /** The time that the examples assume. */
    static final long NOW = 1_767_225_600;

    private static final String INSTANCE = "9c1e4b52-6f0d-3a87-b1c4-2d5e8f7a9034";
    private static final String IMAGE = "4be0c7d1-0a52-3f9e-8c66-71d2e5b0f3a8";

    private final GpuCloudStub stub = GpuCloudStub.start("stub.clock.now=" + NOW, "stub.clock.frozen=true");
    private final StubHttp withoutKey = new StubHttp(stub.baseUrl(), null);

    String baseUrl() {
        return stub.baseUrl().toString();
    }

    /**
     * Prepares the account for one successful call of an operation.
     *
     * @param text a request or a sample of it
     */
    String set(OpenApiOperation operation, String text) {
        reset(NOW);
        String state = "{\"state\": \"" + state(operation) + "\"}";
        JsonNode values = withoutKey.administer("POST", "/pact/provider-states", state);
        return text.replace(INSTANCE, values.path("instance_uuid").asString(INSTANCE))
                .replace(IMAGE, values.path("image_uuid").asString(IMAGE));
    }

    /** A state in which an operation on an instance or an image succeeds. The others succeed in every account. */
    private static String state(OpenApiOperation operation) {
        Set<String> members = operation
                .requestSchema()
                .map(schema -> schema.properties().keySet())
                .orElse(Set.of());
        if (members.contains("instance_uuid")) {
            return operation.id().equals("startInstance") ? "an instance is shut down" : "an instance is running";
        }
        return members.contains("image_uuid") && !members.contains("gpu_uuid") ? "a private image is ready" : "";
    }

    void reset(long now) {
        withoutKey.administer("POST", "/reset", "{\"clock\": {\"now\": %d, \"frozen\": true}}".formatted(now));
    }

    void advanceTo(long now) {
        withoutKey.administer("PUT", "/clock", "{\"now\": %d}".formatted(now));
    }

    /** Makes the next call of an operation return an error. */
    void fault(OpenApiOperation operation, String members) {
        withoutKey.administer(
                "POST", "/faults", "{\"operation\": \"%s\", \"times\": 1, %s}".formatted(operation.id(), members));
    }

    StubHttp.Response call(OpenApiOperation operation, String query, String body) {
        return call(KEY, operation, query, body);
    }

    StubHttp.Response call(String key, OpenApiOperation operation, String query, String body) {
        return new StubHttp(stub.baseUrl(), operation.isPublic() ? null : key)
                .send(operation.method(), URI.create(baseUrl() + operation.path() + query), body);
    }

    /** Sends a call of {@code /__admin}, which the path includes. */
    StubHttp.Response sendAdmin(String method, String path, String body) {
        return withoutKey.send(method, stub.baseUrl().resolve(path), body);
    }

    @Override
    public void close() {
        stub.close();
    }
}
