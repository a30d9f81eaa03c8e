package io.gpucloud.client.internal;

import feign.FeignException;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Envelope;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes the payload out of an envelope, or says why there is none. */
final class Answers {

    private Answers() {}

    static <E extends Envelope, T> T payload(ApiOperation operation, Supplier<E> call, Function<E, @Nullable T> data) {
        E envelope = succeeded(operation, call);
        T payload = data.apply(envelope);
        if (payload == null) {
            throw new GpuCloudException(operation, 200, envelope.code().value(), "success without data");
        }
        return payload;
    }

    static <E extends Envelope> E succeeded(ApiOperation operation, Supplier<E> call) {
        E envelope = answered(operation, call);
        if (!envelope.code().equals(ResultCode.SUCCESS)) {
            throw new GpuCloudException(operation, 200, envelope.code().value(), envelope.msg());
        }
        return envelope;
    }

    /** A Feign exception holds the request with its key, so it goes no further than this. */
    private static <E> E answered(ApiOperation operation, Supplier<E> call) {
        try {
            return call.get();
        } catch (FeignException failure) {
            throw new GpuCloudException(operation, Math.max(0, failure.status()), null, "no answer that can be read");
        }
    }
}
