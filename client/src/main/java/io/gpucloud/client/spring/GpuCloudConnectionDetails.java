package io.gpucloud.client.spring;

import io.gpucloud.client.ApiKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the service is, and the key for it. A bean of this type takes the place of the properties: that is how a container,
 * or a server stub inside a test, supplies address and key.
 */
public interface GpuCloudConnectionDetails extends ConnectionDetails {

    /**
     * Address of the service.
     *
     * @return the address, with {@code /api/open/v2} at its end
     */
    String baseUrl();

    /**
     * Where the key comes from.
     *
     * @return gives the key, or null if there is none: then only the public operations work
     */
    @Nullable
    Supplier<ApiKey> apiKey();

    /**
     * Whether the key may travel by plain HTTP to other machines.
     *
     * @return false unless overridden
     */
    default boolean allowPlainHttp() {
        return false;
    }
}
