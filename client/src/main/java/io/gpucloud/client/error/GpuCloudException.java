package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** An operation that did not succeed. */
public class GpuCloudException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ApiOperation operation;
    private final int httpStatus;
    private final @Nullable Integer code;
    private final @Nullable String serverMessage;

    /**
     * An operation that did not succeed.
     *
     * @param operation which one
     * @param httpStatus status of the answer, or 0 if there was none
     * @param code {@code code} of the answer, or null if there was none
     * @param serverMessage message of the answer, or what happened instead of an answer
     */
    public GpuCloudException(
            ApiOperation operation, int httpStatus, @Nullable Integer code, @Nullable String serverMessage) {
        super(operation.id() + " failed: HTTP " + httpStatus + ", code " + code + ", " + serverMessage);
        this.operation = operation;
        this.httpStatus = httpStatus;
        this.code = code;
        this.serverMessage = serverMessage;
    }

    /**
     * The operation that did not succeed.
     *
     * @return the operation
     */
    public ApiOperation operation() {
        return operation;
    }

    /**
     * The HTTP status of the answer.
     *
     * @return the status, or empty if there was no answer
     */
    public OptionalInt httpStatus() {
        return httpStatus == 0 ? OptionalInt.empty() : OptionalInt.of(httpStatus);
    }

    /**
     * The result code of the answer. A parameter error may carry its HTTP status here.
     *
     * @return the code, or null if there was none
     */
    public @Nullable ResultCode code() {
        return code == null ? null : ResultCode.of(code);
    }

    /**
     * What the service said, or what happened instead of an answer.
     *
     * @return the message, or null if there was none
     */
    public @Nullable String serverMessage() {
        return serverMessage;
    }
}
