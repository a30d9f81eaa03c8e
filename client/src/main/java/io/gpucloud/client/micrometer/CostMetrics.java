package io.gpucloud.client.micrometer;

import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Gauges for the costs of an account. A scrape does not wait for the service: it gets the values of the last read, and
 * starts a read on the executor of the client if they are too old. Each is NaN before the first read, and if the
 * service cannot be read.
 *
 * <ul>
 *   <li>{@code gpucloud.cost.instances}: the number of instances that cost money.
 *   <li>{@code gpucloud.cost.hourly.at.most} and {@code gpucloud.cost.hourly.billed}: their largest plausible price per
 *       hour, and the one that is probably billed, in the account's currency.
 *   <li>{@code gpucloud.cost.funds}: balance and compute cards, in the account's currency.
 *   <li>{@code gpucloud.cost.time.left}: how long the funds last at the largest plausible price. Infinite while nothing
 *       costs money, NaN while an instance of unknown price runs.
 * </ul>
 */
public final class CostMetrics implements MeterBinder {

    private final CostWatch watch;
    private final Duration maxAge;

    /**
     * Creates the gauges of an account.
     *
     * @param watch reads the account
     * @param maxAge the age from which a scrape starts a new read, not negative
     */
    public CostMetrics(CostWatch watch, Duration maxAge) {
        this.watch = watch;
        this.maxAge = maxAge;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "instances",
                "Instances that cost money, or soon will",
                report -> report.instances().size());
        gauge(registry, "hourly.at.most", "What they cost in an hour, at most", CostReport::perHourAtMost);
        gauge(registry, "hourly.billed", "What is probably billed for them in an hour", CostReport::perHourBilled);
        gauge(registry, "funds", "Balance and usable cards", CostMetrics::funds);
        TimeGauge.builder("gpucloud.cost.time.left", read(CostMetrics::secondsLeft), TimeUnit.SECONDS)
                .description("How long that lasts")
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String description, Function<CostReport, Number> value) {
        Gauge.builder("gpucloud.cost." + name, read(value))
                .description(description)
                .register(registry);
    }

    private static BigDecimal funds(CostReport report) {
        return report.balance().add(report.cards());
    }

    private static double secondsLeft(CostReport report) {
        if (!report.unpriced().isEmpty()) {
            return Double.NaN;
        }
        return report.timeLeft().map(left -> (double) left.toSeconds()).orElse(Double.POSITIVE_INFINITY);
    }

    /** A supplier, because a gauge refers to any other object only weakly. */
    private Supplier<Number> read(Function<CostReport, Number> value) {
        return () -> watch.cached(maxAge).map(value).orElse(Double.NaN);
    }
}
