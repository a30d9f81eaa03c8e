package io.gpucloud.openapi;

import java.util.List;
import java.util.Map;

/** The response of an exchange. Immutable. {@code toString} contains neither headers nor body. */
public final class Response extends Message<Response> {

    private final int status;

    private Response(int status, Map<String, List<String>> headers, byte[] body) {
        super(headers, body);
        this.status = status;
    }

    /**
     * {@return a response without headers and body}
     *
     * @param status the HTTP status
     */
    public static Response of(int status) {
        return new Response(status, Map.of(), new byte[0]);
    }

    @Override
    Response with(Map<String, List<String>> otherHeaders, byte[] otherBody) {
        return new Response(status, otherHeaders, otherBody);
    }

    /** {@return the HTTP status} */
    public int status() {
        return status;
    }

    @Override
    public String toString() {
        return "HTTP " + status;
    }
}
