package io.gpucloud.client.lease;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a lease. It is unknown how the service calculates it, so there are two prices, in units of the account's
 * currency: the largest plausible one, which limits compare, and the one that is probably billed (assumption
 * {@code billed-price}).
 *
 * @param since from when it costs money: when the create request was sent or the instance was adopted, but at most
 *     {@link LeaseOptions#window()} before it was seen to run
 * @param until now, or the end of the lease
 * @param perHourAtMost the largest plausible price per hour, or null if it is not known
 * @param perHourBilled the price per hour that is probably billed, or null if it is not known
 */
public record LeaseCost(
        Instant since,
        Instant until,
        @Nullable BigDecimal perHourAtMost,
        @Nullable BigDecimal perHourBilled) {

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);

    /** {@return what it has cost so far at most; empty if the price is not known} */
    public Optional<BigDecimal> atMost() {
        return soFar(perHourAtMost);
    }

    /** {@return what has probably been billed so far; empty if the price is not known} */
    public Optional<BigDecimal> billed() {
        return soFar(perHourBilled);
    }

    private Optional<BigDecimal> soFar(@Nullable BigDecimal perHour) {
        long seconds = Math.max(0, Duration.between(since, until).toSeconds());
        return Optional.ofNullable(perHour)
                .map(price ->
                        price.multiply(BigDecimal.valueOf(seconds)).divide(SECONDS_PER_HOUR, 2, RoundingMode.HALF_UP));
    }
}
