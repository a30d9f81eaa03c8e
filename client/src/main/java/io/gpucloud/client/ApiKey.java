package io.gpucloud.client;

/** A key of the service. It never prints itself. */
public final class ApiKey {

    private final String value;

    private ApiKey(String value) {
        this.value = value;
    }

    /**
     * Takes a key.
     *
     * @param value the whole key; white space around it is dropped
     * @return the key
     * @throws IllegalArgumentException if it is empty or holds white space or control characters; the message does not
     *     repeat it
     */
    public static ApiKey of(String value) {
        String stripped = value.strip();
        if (stripped.isEmpty() || stripped.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
            throw new IllegalArgumentException(
                    "an API key must not be empty nor hold white space or control characters");
        }
        return new ApiKey(stripped);
    }

    /**
     * The key itself.
     *
     * @return the whole key
     */
    public String value() {
        return value;
    }

    @Override
    public String toString() {
        return "ApiKey[..." + (value.length() < 12 ? "" : value.substring(value.length() - 4)) + "]";
    }
}
