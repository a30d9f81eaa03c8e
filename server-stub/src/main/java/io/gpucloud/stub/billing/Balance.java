package io.gpucloud.stub.billing;

/**
 * What an account has left.
 *
 * @param cents of the money paid in
 * @param cardCents on cards that have not expired
 */
public record Balance(long cents, long cardCents) {}
