package io.gpucloud.cli.serve;

/** A message that is no request of the protocol, or a request at the wrong time. */
final class ProtocolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    private static final int UNKNOWN_METHOD = -32601;

    private final int code;
    private final String kind;

    /** {@code code}: of JSON-RPC. {@code kind}: what clients distinguish. */
    ProtocolException(int code, String kind, String message) {
        super(message);
        this.code = code;
        this.kind = kind;
    }

    static ProtocolException invalid(String message) {
        return new ProtocolException(INVALID_REQUEST, "invalid_message", message);
    }

    static ProtocolException unknownMethod(String message) {
        return new ProtocolException(UNKNOWN_METHOD, "unknown_method", message);
    }

    int code() {
        return code;
    }

    String kind() {
        return kind;
    }
}
