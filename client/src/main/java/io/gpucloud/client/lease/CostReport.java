package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cost of the instances of an account at a moment. Amounts are in units of the account's currency. It is unknown
 * what the service bills, so there are two prices, as in {@link LeaseCost}.
 *
 * @param at the moment, by the clock of the client
 * @param instances the instances that cost money, or soon will: all but those that are shut down
 * @param prices the price of each of these instances, by its identifier
 * @param balance the balance
 * @param cards the remaining amount of compute cards that have not expired and apply to one of the instances or to all
 *     pods
 */
public record CostReport(
        Instant at, List<Instance> instances, Map<String, PerHour> prices, BigDecimal balance, BigDecimal cards) {

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE);

    /**
     * The hourly cost of one instance.
     *
     * @param atMost the largest plausible price, see {@link HourlyPrice}; null if it is not listed
     * @param billed the price that is probably billed (assumption {@code billed-price}); null if it is not listed
     */
    public record PerHour(
            @Nullable BigDecimal atMost, @Nullable BigDecimal billed) {}

    /** Copies the collections. */
    public CostReport {
        instances = List.copyOf(instances);
        prices = Map.copyOf(prices);
    }

    /** {@return the largest plausible price per hour of all instances, without those that are {@link #unpriced()}} */
    public BigDecimal perHourAtMost() {
        return sum(PerHour::atMost);
    }

    /**
     * {@return the price per hour of all instances that is probably billed, without those whose price is not listed}
     */
    public BigDecimal perHourBilled() {
        return sum(PerHour::billed);
    }

    private BigDecimal sum(Function<PerHour, @Nullable BigDecimal> price) {
        return prices.values().stream().map(price).filter(Objects::nonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Returns what one instance costs in an hour.
     *
     * @return its prices; empty if the report does not contain it
     */
    public Optional<PerHour> perHour(String instanceUuid) {
        return Optional.ofNullable(prices.get(instanceUuid));
    }

    /** {@return the instances of which a price is not listed, so that {@link #perHourAtMost()} lacks them} */
    public List<Instance> unpriced() {
        return instances.stream()
                .filter(instance ->
                        perHour(instance.instanceUuid()).map(PerHour::atMost).isEmpty())
                .toList();
    }

    /**
     * Returns how long balance and cards last at {@link #perHourAtMost()} if nothing changes. The real time is shorter
     * if a card expires before it is used up. {@link #unpriced()} instances are not counted: if there are any, the
     * remaining time is unknown.
     *
     * @return the remaining time, zero if nothing is left; empty if no instance of known price costs money
     */
    public Optional<Duration> timeLeft() {
        BigDecimal perHour = perHourAtMost();
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
