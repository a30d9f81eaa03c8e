package io.gpucloud.client.internal;

import feign.Response;
import feign.codec.ErrorDecoder;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.ErrorBody;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads an answer whose HTTP status is not 200, in either of the two forms of the contract. */
final class ErrorReader implements ErrorDecoder {

    private static final int MAX_BODY = 8 * 1024;

    private final JsonMapper json;

    ErrorReader(JsonMapper json) {
        this.json = json;
    }

    @Override
    public Exception decode(String methodKey, Response response) {
        ApiOperation operation = Operations.of(
                response.request().requestTemplate().methodMetadata().method());
        ErrorBody body = body(response);
        if (body == null) {
            return new GpuCloudException(operation, response.status(), null, "the answer is not of the contract");
        }
        String message = body.msg() == null ? body.message() : body.msg();
        return new GpuCloudException(operation, response.status(), body.code(), message);
    }

    private @Nullable ErrorBody body(Response response) {
        if (response.body() == null) {
            return null;
        }
        try (InputStream stream = response.body().asInputStream()) {
            return json.readValue(stream.readNBytes(MAX_BODY), ErrorBody.class);
        } catch (IOException | JacksonException unreadable) {
            return null;
        }
    }
}
