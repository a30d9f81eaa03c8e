package io.gpucloud.stub.junit;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;

/** The account of one test: the address of its stub, its API key, and its money. */
public final class StubAccount {

    private final URI baseUrl;
    private final String apiKey;
    private final AdminCalls calls;

    StubAccount(URI baseUrl, String apiKey, AdminCalls calls) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
        this.calls = calls;
    }

    /** The base address of the public API. */
    public URI baseUrl() {
        return baseUrl;
    }

    /** The API key of this account. */
    public String apiKey() {
        return apiKey;
    }

    /**
     * Adds a recharge.
     *
     * @param amount how much, above 0, with at most 2 decimals
     * @throws IllegalArgumentException if the amount is out of range
     */
    public void payIn(BigDecimal amount) {
        calls.post(path("/recharges"), AdminCalls.object().put("amount", amount));
    }

    /**
     * Sets the durations of boots, shutdowns and uploads that start from now on.
     *
     * @param boot from created to running
     * @param shutdown from shutting down to shut down
     * @param imageUpload from save to uploaded
     * @throws IllegalArgumentException if a duration is negative or longer than 10 years
     */
    public void takesTime(Duration boot, Duration shutdown, Duration imageUpload) {
        calls.put(
                path("/lifecycle"),
                AdminCalls.object()
                        .put("boot", boot.toSeconds())
                        .put("shutdown", shutdown.toSeconds())
                        .put("image_upload", imageUpload.toSeconds()));
    }

    /** The state of the account as JSON. */
    public String snapshot() {
        return calls.get(path("/snapshot")).toPrettyString();
    }

    AdminCalls calls() {
        return calls;
    }

    String path(String below) {
        return "/accounts/" + AdminCalls.encode(apiKey) + below;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StubAccount account && account.apiKey.equals(apiKey) && account.baseUrl.equals(baseUrl);
    }

    @Override
    public int hashCode() {
        return Objects.hash(baseUrl, apiKey);
    }

    @Override
    public String toString() {
        return "StubAccount[" + baseUrl + ", " + apiKey + "]";
    }
}
