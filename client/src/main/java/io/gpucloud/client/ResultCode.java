package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Result of an operation. In the alternative form of an error, the HTTP status. */
public final class ResultCode extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** Success. */
    public static final ResultCode SUCCESS = new ResultCode(0, "SUCCESS");

    /** The service rejected the request, or a business rule did. */
    public static final ResultCode REQUEST_ERROR = new ResultCode(1, "REQUEST_ERROR");

    /** Not logged in. */
    public static final ResultCode NOT_LOGGED_IN = new ResultCode(2, "NOT_LOGGED_IN");

    /** The operation failed, for example because the instance is missing or in an unsuitable state. */
    public static final ResultCode OPERATION_FAILED = new ResultCode(-1, "OPERATION_FAILED");

    /** System exception, or the execution failed. Whether the operation took effect is not known. */
    public static final ResultCode SYSTEM_EXCEPTION = new ResultCode(-2, "SYSTEM_EXCEPTION");

    private ResultCode(int value, String name) {
        super(value, name);
    }

    /**
     * {@return the constant of a number, or a value that keeps the number if this client does not know it}
     *
     * @param value the number in JSON
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ResultCode of(int value) {
        return switch (value) {
            case 0 -> SUCCESS;
            case 1 -> REQUEST_ERROR;
            case 2 -> NOT_LOGGED_IN;
            case -1 -> OPERATION_FAILED;
            case -2 -> SYSTEM_EXCEPTION;
            default -> new ResultCode(value, UNKNOWN);
        };
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }
}
