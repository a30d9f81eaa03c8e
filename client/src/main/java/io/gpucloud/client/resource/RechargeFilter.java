package io.gpucloud.client.resource;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which recharges to list.
 *
 * @param tradeNumber text that the transaction number must be like, or null for all recharges
 */
public record RechargeFilter(@Nullable String tradeNumber) {

    /**
     * Recharges by their transaction number.
     *
     * @param tradeNumber text that the transaction number must be like
     * @return the filter
     */
    public static RechargeFilter numbered(String tradeNumber) {
        Objects.requireNonNull(tradeNumber, "tradeNumber");
        return new RechargeFilter(tradeNumber);
    }
}
