package io.gpucloud.stub.billing;

/**
 * The balance of an account.
 *
 * @param cardCents on cards that have not expired
 */
public record Balance(long cents, long cardCents) {}
