package io.gpucloud.client.lease;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What arguments are held to, before anything is sent. */
final class Require {

    private static final Duration LONGEST = Duration.ofDays(366);

    /** The contract: a shutdown lies at least 5 minutes ahead. */
    static final Duration LEAD_TIME = Duration.ofMinutes(5);

    private Require() {}

    static void that(boolean held, String rule) {
        if (!held) {
            throw new IllegalArgumentException(rule);
        }
    }

    static void identifier(String value, String name) {
        that(!value.isBlank(), name + " must not be blank");
    }

    /** Holds an identifier that need not be there. */
    static void identifierOrNull(@Nullable String value, String name) {
        that(value == null || !value.isBlank(), name + " must not be blank");
    }

    static void positive(Duration value, String name) {
        between(Duration.ofNanos(1), value, name + " must be positive and not longer than a year");
    }

    static void notNegative(Duration value, String name) {
        between(Duration.ZERO, value, name + " must not be negative and not longer than a year");
    }

    static void lifetime(Duration value) {
        between(LEAD_TIME, value, "maxLifetime must be between 5 minutes and a year, not " + value);
    }

    private static void between(Duration least, Duration value, String rule) {
        that(value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0, rule);
    }
}
