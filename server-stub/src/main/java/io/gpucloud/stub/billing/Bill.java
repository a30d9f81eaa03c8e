package io.gpucloud.stub.billing;

/**
 * A bill record as the public API returns it.
 *
 * @param start start of the span that is billed, in epoch seconds
 * @param end its end, which is also when the order occurred, in epoch seconds
 */
public record Bill(long cents, ChargeChannel channel, String orderNumber, long start, long end, String remark) {}
