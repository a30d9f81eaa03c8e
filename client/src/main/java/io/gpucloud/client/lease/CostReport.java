package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The cost of the instances of an account at a moment. Amounts are in units of the account's currency.
 *
 * @param at the moment, by the clock of the client
 * @param instances the instances that cost money, or soon will: all but those that are shut down
 * @param perHour the largest plausible price of these instances per hour, see {@link HourlyPrice}
 * @param unpriced the instances without a listed price, which are not included in {@code perHour}
 * @param balance the balance
 * @param cards the remaining amount of compute cards that have not expired and apply to one of the instances or to all
 *     pods
 */
public record CostReport(
        Instant at,
        List<Instance> instances,
        BigDecimal perHour,
        List<Instance> unpriced,
        BigDecimal balance,
        BigDecimal cards) {

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    /**
     * Returns how long balance and cards last if nothing changes. The real time is shorter if a card expires before it
     * is used up. {@link #unpriced()} instances are not counted: if there are any, the remaining time is unknown.
     *
     * @return the remaining time, zero if nothing is left; empty if no instance of known price costs money
     */
    public Optional<Duration> timeLeft() {
        if (perHour.signum() == 0) {
            return Optional.empty();
        }
        BigDecimal seconds = balance.add(cards)
                .max(BigDecimal.ZERO)
                .multiply(SECONDS_PER_HOUR)
                .divide(perHour, 0, RoundingMode.DOWN);
        return Optional.of(Duration.ofSeconds(seconds.min(LONGEST).longValue()));
    }
}
