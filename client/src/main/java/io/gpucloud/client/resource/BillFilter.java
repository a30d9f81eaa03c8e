package io.gpucloud.client.resource;

import io.gpucloud.client.ChargeChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which bill records to list.
 *
 * @param channel what the amount was taken from, or null for all
 * @param orderNumber number of the order, or null for all
 */
public record BillFilter(
        @Nullable ChargeChannel channel, @Nullable String orderNumber) {

    /**
     * All records.
     *
     * @return a filter that keeps all
     */
    public static BillFilter all() {
        return new BillFilter(null, null);
    }

    /**
     * Keeps records of one channel.
     *
     * @param channel what the amount was taken from
     * @return the changed filter
     */
    public BillFilter withChannel(ChargeChannel channel) {
        Objects.requireNonNull(channel, "channel");
        return new BillFilter(channel, orderNumber);
    }

    /**
     * Keeps the record of one order.
     *
     * @param orderNumber number of the order
     * @return the changed filter
     */
    public BillFilter withOrderNumber(String orderNumber) {
        Objects.requireNonNull(orderNumber, "orderNumber");
        return new BillFilter(channel, orderNumber);
    }
}
