package io.gpucloud.stub.domain;

/**
 * What an account has left.
 *
 * @param cents of the money paid in
 * @param cardCents on cards that have not expired
 */
public record Balance(long cents, long cardCents) {}
