package io.gpucloud.client.spring;

import io.gpucloud.client.ApiKey;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Where the service is, and the key for it. A bean of this type takes the place of the properties: that is how a
 * container, or a server stub inside a test, supplies address and key.
 */
public interface GpuCloudConnectionDetails extends ConnectionDetails {

    /** {@return the address of the service, with {@code /api/open/v2} at its end} */
    String baseUrl();

    /** {@return the source of the key, or null if there is none: then only the public operations work} */
    @Nullable
    Supplier<ApiKey> apiKey();

    /** {@return whether the key may be sent over plain HTTP to other machines; false unless overridden} */
    default boolean allowPlainHttp() {
        return false;
    }
}
