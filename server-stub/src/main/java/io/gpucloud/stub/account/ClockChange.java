package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/**
 * A change of a clock; null keeps a value.
 *
 * @param now the moment to show, in epoch seconds
 * @param speed stub seconds per real second
 */
public record ClockChange(
        @Nullable Long now,
        @Nullable Boolean frozen,
        @Nullable Double speed) {}
