package io.gpucloud.client.internal;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.MissingApiKeyException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The key for operations that need one. */
record Credentials(@Nullable Supplier<ApiKey> keys) {

    /** The present key, or null for a public operation. */
    @Nullable
    ApiKey keyFor(ApiOperation operation, CallFailure soFar) {
        if (!operation.secured()) {
            return null;
        }
        if (keys == null) {
            throw new MissingApiKeyException(soFar, null);
        }
        ApiKey key;
        try {
            key = keys.get();
        } catch (RuntimeException unavailable) {
            throw new MissingApiKeyException(soFar, unavailable);
        }
        // To go on would send the request without a key.
        if (key == null) {
            throw new MissingApiKeyException(soFar, null);
        }
        return key;
    }

    /** Asks once more after a key was refused; null if there is no other. */
    @Nullable
    ApiKey keyOtherThan(ApiKey refused) {
        try {
            ApiKey present = keys == null ? null : keys.get();
            return present == null || present.equals(refused) ? null : present;
        } catch (RuntimeException unavailable) {
            return null;
        }
    }
}
