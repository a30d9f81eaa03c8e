package io.gpucloud.client.resource;

import io.gpucloud.client.ChargeChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects the bills to list.
 *
 * @param channel the source of the amount, or null for all
 * @param orderNumber number of the order, or null for all
 */
public record BillFilter(
        @Nullable ChargeChannel channel, @Nullable String orderNumber) {

    /** {@return a filter that selects all bills} */
    public static BillFilter all() {
        return new BillFilter(null, null);
    }

    /**
     * {@return this filter for the bills of one channel}
     *
     * @param channel the source of the amount
     */
    public BillFilter withChannel(ChargeChannel channel) {
        Objects.requireNonNull(channel, "channel");
        return new BillFilter(channel, orderNumber);
    }

    /**
     * {@return this filter for the bill of one order}
     *
     * @param orderNumber number of the order
     */
    public BillFilter withOrderNumber(String orderNumber) {
        Objects.requireNonNull(orderNumber, "orderNumber");
        return new BillFilter(channel, orderNumber);
    }
}
