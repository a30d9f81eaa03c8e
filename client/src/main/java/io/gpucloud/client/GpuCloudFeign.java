package io.gpucloud.client;

import feign.AsyncClient;
import feign.Capability;
import feign.Client;
import feign.Contract;
import feign.Request;
import feign.Retryer;
import feign.codec.Decoder;
import feign.codec.Encoder;
import io.gpucloud.client.internal.FeignParts;
import java.util.Objects;

/**
 * Makes an interface of Feign safe that you build yourself. It has the same guarantees as {@link GpuCloudClient}:
 *
 * <pre>{@code
 * InstancesApi instances = Feign.builder()
 *         .addCapability(GpuCloudFeign.withApiKey(key))
 *         .target(InstancesApi.class, "https://HOST/api/open/v2");
 * }</pre>
 *
 * <p>The capability replaces the encoder, the decoder, the timeouts and the {@code Retryer} of the builder. It
 * surrounds the HTTP client of the builder, adds the API key to requests to the address of the target only, repeats
 * requests only if that is safe, and throws the exceptions of {@code io.gpucloud.client.error}, also for a {@code code}
 * other than 0 unless {@link RequestOptions.Builder#returnFailures} is set. Loggers of Feign do not see the key. The
 * HTTP client must not repeat requests or follow redirects itself.
 *
 * <p>The interface can be one of {@code io.gpucloud.client.api}, or your own with annotations of Feign, or of Spring if
 * the builder has the contract for them. Operations that the API contract does not know are never sent twice.
 */
public final class GpuCloudFeign implements Capability {

    private final FeignParts parts;

    private GpuCloudFeign(FeignParts parts) {
        this.parts = parts;
    }

    /**
     * Creates a capability with the default options.
     *
     * @param apiKey the whole API key
     * @throws IllegalArgumentException if it cannot be a key; the message does not repeat it
     */
    public static GpuCloudFeign withApiKey(String apiKey) {
        return of(GpuCloudClient.builder().apiKey(apiKey));
    }

    /**
     * Creates a capability with settings: API key, time limits, retries, listeners, and how to recognize rejections.
     *
     * @param settings a builder without base address, transport and interceptors, which belong to the builder of Feign
     * @throws IllegalArgumentException if the builder has one of these
     */
    public static GpuCloudFeign of(GpuCloudClientBuilder settings) {
        return new GpuCloudFeign(Objects.requireNonNull(settings, "settings").parts());
    }

    @Override
    public Client enrich(Client client) {
        return parts.client(client);
    }

    /** Throws an exception: requests of {@code AsyncFeign} do not pass through this capability. */
    @Override
    public AsyncClient<Object> enrich(AsyncClient<Object> client) {
        throw new UnsupportedOperationException(
                "GpuCloudFeign works with Feign.builder() only. Call the interface on an executor of yours");
    }

    /** Returns a {@code Retryer} that repeats nothing: the client repeats requests that may be repeated. */
    @Override
    public Retryer enrich(Retryer retryer) {
        return Retryer.NEVER_RETRY;
    }

    @Override
    public Contract enrich(Contract contract) {
        return parts.contract(contract);
    }

    @Override
    public Encoder enrich(Encoder encoder) {
        return parts.encoder();
    }

    @Override
    public Decoder enrich(Decoder decoder) {
        return parts.decoder();
    }

    @Override
    public Request.Options enrich(Request.Options options) {
        return parts.timeouts();
    }
}
