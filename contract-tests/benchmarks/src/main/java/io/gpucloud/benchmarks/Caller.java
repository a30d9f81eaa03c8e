package io.gpucloud.benchmarks;

import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.util.List;

/** An HTTP client of the service. All implementations return the same records. */
interface Caller extends AutoCloseable {

    String POD = "pod-comfyui";
    String GPU = "gpu-rtx-4090";

    Balance balance() throws IOException, InterruptedException;

    List<Instance> list() throws IOException, InterruptedException;

    Instance create() throws IOException, InterruptedException;

    @Override
    void close() throws IOException;

    /** A caller by name: {@code client}, {@code jdk} or {@code apache}. */
    static Caller of(String name, String baseUrl, String apiKey) {
        return switch (name) {
            case "client" -> new ClientCaller(baseUrl, apiKey);
            case "jdk" -> new JdkCaller(baseUrl, apiKey);
            case "apache" -> new ApacheCaller(baseUrl, apiKey);
            default -> throw new IllegalArgumentException(name);
        };
    }
}
