package io.gpucloud.client;

import io.gpucloud.client.internal.Wiring;
import io.gpucloud.client.resource.AccountInfo;
import io.gpucloud.client.resource.Gpus;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.Pods;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client of the service. It can be used by many threads at once. */
public interface GpuCloudClient extends AutoCloseable {

    /**
     * Instances: create, list, stop, start, save, destroy.
     *
     * @return the instances of the account
     */
    Instances instances();

    /**
     * Images of the compute market and private ones.
     *
     * @return the images
     */
    Images images();

    /**
     * Pods of the application market.
     *
     * @return the pods
     */
    Pods pods();

    /**
     * GPU models and their prices.
     *
     * @return the GPU models
     */
    Gpus gpus();

    /**
     * Balance, compute cards, bills and recharges.
     *
     * @return the account
     */
    AccountInfo account();

    @Override
    void close();

    /**
     * Begins a client.
     *
     * @return a builder with nothing set
     */
    static Builder builder() {
        return new Builder();
    }

    /**
     * A client for what the environment says: {@code GPU_CLOUD_BASE_URL} and {@code GPU_CLOUD_API_KEY}.
     *
     * @return the client
     * @throws IllegalStateException if the base address is missing
     */
    static GpuCloudClient fromEnv() {
        String baseUrl = System.getenv("GPU_CLOUD_BASE_URL");
        if (baseUrl == null) {
            throw new IllegalStateException("GPU_CLOUD_BASE_URL is not set");
        }
        String apiKey = System.getenv("GPU_CLOUD_API_KEY");
        Builder builder = builder().baseUrl(baseUrl);
        return apiKey == null ? builder.build() : builder.apiKey(apiKey).build();
    }

    /** Builds a {@link GpuCloudClient}. */
    final class Builder {
        private @Nullable URI baseUrl;
        private @Nullable ApiKey apiKey;

        private Builder() {}

        /**
         * Sets the base address.
         *
         * @param baseUrl address of the service, with the version at its end: {@code https://HOST/api/open/v2}
         * @return this builder
         */
        public Builder baseUrl(String baseUrl) {
            this.baseUrl = URI.create(baseUrl);
            return this;
        }

        /**
         * Sets the key. The public operations need none.
         *
         * @param apiKey the whole key
         * @return this builder
         * @throws IllegalArgumentException if it cannot be a key
         */
        public Builder apiKey(String apiKey) {
            this.apiKey = ApiKey.of(apiKey);
            return this;
        }

        /**
         * Builds the client.
         *
         * @return the client
         * @throws NullPointerException if the base address is not set
         */
        public GpuCloudClient build() {
            return Wiring.connect(Objects.requireNonNull(baseUrl, "baseUrl"), apiKey);
        }
    }
}
