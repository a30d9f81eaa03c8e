package io.gpucloud.client.spring;

import io.gpucloud.client.ApiKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Address and key as the properties have them. */
record PropertiesConnectionDetails(String baseUrl, @Nullable Supplier<ApiKey> apiKey, boolean allowPlainHttp)
        implements GpuCloudConnectionDetails {

    private static final String SET_KEY =
            "Set gpu-cloud.api-key to the API key, for example as the environment variable GPU_CLOUD_API_KEY, or"
                    + " gpu-cloud.api-key-file to a file that contains it. Remove gpu-cloud.api-key to call only the"
                    + " public operations.";

    PropertiesConnectionDetails(String baseUrl, GpuCloudProperties properties) {
        this(baseUrl, key(properties), properties.allowPlainHttp());
    }

    private static @Nullable Supplier<ApiKey> key(GpuCloudProperties properties) {
        String text = properties.apiKey();
        if (text != null && !text.isBlank()) {
            ApiKey key = GpuCloudPropertyException.validated(
                    () -> ApiKey.of(text), "The property gpu-cloud.api-key is invalid", SET_KEY);
            return () -> key;
        }
        if (properties.apiKeyFile() != null) {
            return ApiKey.inFile(properties.apiKeyFile());
        }
        if (text != null) {
            throw new GpuCloudPropertyException("The property gpu-cloud.api-key is blank.", SET_KEY, null);
        }
        return null;
    }
}
