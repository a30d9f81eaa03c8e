package io.gpucloud.client.spring;

import io.gpucloud.client.ApiKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Address and key as the properties have them. */
record PropertiesConnectionDetails(String baseUrl, @Nullable Supplier<ApiKey> apiKey, boolean allowPlainHttp)
        implements GpuCloudConnectionDetails {

    static PropertiesConnectionDetails of(String baseUrl, GpuCloudProperties properties) {
        return new PropertiesConnectionDetails(baseUrl, key(properties), properties.allowPlainHttp());
    }

    private static @Nullable Supplier<ApiKey> key(GpuCloudProperties properties) {
        if (properties.apiKey() != null && !properties.apiKey().isBlank()) {
            ApiKey key = ApiKey.of(properties.apiKey());
            return () -> key;
        }
        return properties.apiKeyFile() == null ? null : ApiKey.inFile(properties.apiKeyFile());
    }
}
