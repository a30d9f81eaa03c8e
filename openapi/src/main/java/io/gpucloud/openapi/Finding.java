package io.gpucloud.openapi;

import java.util.List;

/**
 * A part of an exchange that does not conform to the OpenAPI document.
 *
 * @param where the part of the exchange
 * @param pointer the place in that part: a JSON pointer in a body, the name of a header or a parameter, else empty
 * @param message what is wrong, in words
 * @param contract where the contract says so: file and JSON pointer, such as
 *     {@code gpu-cloud-v2.yaml#/components/schemas/InstanceStatus}
 */
public record Finding(Where where, String pointer, String message, String contract) {

    /** A part of an exchange. */
    public enum Where {
        /** Method and path: the contract has no such operation, or a value in the path is wrong. */
        OPERATION,
        /** The credentials of the request. */
        SECURITY,
        /** The query of the request. */
        QUERY,
        /** The headers of the request. */
        REQUEST_HEADERS,
        /** The body of the request. */
        REQUEST_BODY,
        /** The status of the response. */
        STATUS,
        /** The headers of the response. */
        RESPONSE_HEADERS,
        /** The body of the response. */
        RESPONSE_BODY;

        Finding finding(String pointer, String message, DocumentNode rule) {
            return new Finding(this, pointer, message, rule.location());
        }
    }

    @Override
    public String toString() {
        return where + (pointer.isEmpty() ? "" : " " + pointer) + ": " + message + " (" + contract + ")";
    }

    Finding without(List<String> secrets) {
        return new Finding(where, masked(pointer, secrets), masked(message, secrets), contract);
    }

    private static String masked(String text, List<String> secrets) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, "***");
        }
        return masked;
    }
}
