package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Result of an operation (contract, ResultCode). In the alternative form of an error it is the HTTP status.
 *
 * @param value the number on the wire
 */
public record ResultCode(@JsonValue int value) implements OpenValue {

    /** Success. */
    public static final ResultCode SUCCESS = new ResultCode(0);

    /** The request or a business rule was refused. */
    public static final ResultCode REQUEST_ERROR = new ResultCode(1);

    /** Not logged in. */
    public static final ResultCode NOT_LOGGED_IN = new ResultCode(2);

    /** The operation failed, for example because the instance is missing or in an unsuitable state. */
    public static final ResultCode OPERATION_FAILED = new ResultCode(-1);

    /** System exception, or the execution failed. Whether the operation took effect is not known. */
    public static final ResultCode SYSTEM_EXCEPTION = new ResultCode(-2);

    /**
     * Reads a number from the wire.
     *
     * @param value the number on the wire
     * @return its value
     */
    @JsonCreator
    public static ResultCode of(int value) {
        return new ResultCode(value);
    }

    @Override
    public @Nullable String name() {
        return switch (value) {
            case 0 -> "SUCCESS";
            case 1 -> "REQUEST_ERROR";
            case 2 -> "NOT_LOGGED_IN";
            case -1 -> "OPERATION_FAILED";
            case -2 -> "SYSTEM_EXCEPTION";
            default -> null;
        };
    }

    @Override
    public String toString() {
        return OpenValue.print(this);
    }
}
