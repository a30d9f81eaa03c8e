package io.gpucloud.stub.auth;

/**
 * A key as it is stored.
 *
 * @param current its value now
 * @param initial its value after a reset
 */
public record StoredKey(String token, ApiKey current, ApiKey initial) {}
