package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Result of an operation. An open value: numbers that this client does not know are kept as they came.
 *
 * @param value the number on the wire
 */
public record ResultCode(@JsonValue int value) {

    /** Success. */
    public static final ResultCode SUCCESS = new ResultCode(0);

    /** The request or a business rule was refused. */
    public static final ResultCode REQUEST_ERROR = new ResultCode(1);

    /** Not logged in. */
    public static final ResultCode NOT_LOGGED_IN = new ResultCode(2);

    /** The operation failed, for example because the instance is missing or in an unsuitable state. */
    public static final ResultCode OPERATION_FAILED = new ResultCode(-1);

    /** System exception, or the execution failed. */
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

    /**
     * Whether the contract names this value.
     *
     * @return false for a value that is newer than this client
     */
    public boolean isKnown() {
        return switch (value) {
            case 0, 1, 2, -1, -2 -> true;
            default -> false;
        };
    }
}
