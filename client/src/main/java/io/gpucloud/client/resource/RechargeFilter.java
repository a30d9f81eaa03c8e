package io.gpucloud.client.resource;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects the recharges to list.
 *
 * @param tradeNumber text to search for in the transaction numbers, or null for all recharges
 */
public record RechargeFilter(@Nullable String tradeNumber) {

    /**
     * Searches recharges by transaction number.
     *
     * @param tradeNumber text to search for in the transaction numbers
     * @return the filter
     */
    public static RechargeFilter numbered(String tradeNumber) {
        Objects.requireNonNull(tradeNumber, "tradeNumber");
        return new RechargeFilter(tradeNumber);
    }
}
