package io.gpucloud.stub.billing;

/**
 * Money that was paid in.
 *
 * @param tradeTime when it was ordered, in epoch seconds
 * @param payTime when it was paid, in epoch seconds
 */
public record Recharge(String tradeNumber, long cents, long tradeTime, long payTime) {

    Recharge less(long part) {
        return new Recharge(tradeNumber, cents - part, tradeTime, payTime);
    }
}
