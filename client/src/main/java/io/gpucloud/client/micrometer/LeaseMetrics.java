package io.gpucloud.client.micrometer;

import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.Spending;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Meters of the leases of a client, from {@link Leases#statistics()}. A scrape sends no request.
 *
 * <ul>
 *   <li>{@code gpucloud.leases.open}: a gauge of the open leases.
 *   <li>{@code gpucloud.leases.hourly.at.most}: a gauge of the largest plausible price of their instances per hour, as
 *       far as it is known, in the account's currency.
 *   <li>{@code gpucloud.leases.hourly.billed}: a gauge of the price per hour that is probably billed for them.
 *   <li>{@code gpucloud.leases.waiting}: a gauge of the instances and create requests that the journal names for ended
 *       processes and that no lease holds.
 *   <li>{@code gpucloud.leases.spending.limit}, {@code .spent} and {@code .reserved}: gauges of
 *       {@link LeaseOptions#spendingLimit()}, what is spent within its window, and what open leases may still spend;
 *       only with a limit.
 *   <li>{@code gpucloud.leases.in.doubt}: a counter of instances that may exist and that no lease owns.
 *   <li>{@code gpucloud.leases.not.destroyed}: a counter of failed destructions.
 *   <li>{@code gpucloud.leases.lost}: a counter of leases whose instance ended without this program.
 *   <li>{@code gpucloud.leases.renewal.failures}: a counter of failed renewals of shutdown timers.
 *   <li>{@code gpucloud.leases.recovered}: a counter of instances of ended processes that were destroyed, leased again
 *       or kept.
 * </ul>
 */
public final class LeaseMetrics implements MeterBinder {

    private final Leases leases;

    /**
     * Creates the meters of leases.
     *
     * @param leases the leases; the numbers include other leases of the same client
     */
    public LeaseMetrics(Leases leases) {
        this.leases = leases;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "open", "Open leases", LeaseStatistics::open);
        gauge(
                registry,
                "hourly.at.most",
                "What the instances of open leases cost in an hour, at most",
                LeaseStatistics::perHourAtMost);
        gauge(registry, "hourly.billed", "What is probably billed for them in an hour", LeaseStatistics::perHourBilled);
        gauge(registry, "waiting", "What ended processes left and no lease holds", LeaseStatistics::waiting);
        if (leases.statistics().spending() != null) {
            spending(registry, "limit", "What leases may spend within the window", Spending::limit);
            spending(registry, "spent", "What they have spent within the window, at most", Spending::spent);
            spending(registry, "reserved", "What open leases may still spend", Spending::reserved);
        }
        count(registry, "in.doubt", "Instances that may exist and that no lease owns", LeaseStatistics::inDoubt);
        count(registry, "not.destroyed", "Failed destructions", LeaseStatistics::notDestroyed);
        count(registry, "lost", "Leases whose instance ended without this program", LeaseStatistics::lost);
        count(registry, "renewal.failures", "Failed renewals of shutdown timers", LeaseStatistics::renewalFailures);
        count(registry, "recovered", "Recovered instances of ended processes", LeaseStatistics::recovered);
    }

    private void spending(
            MeterRegistry registry, String name, String description, Function<Spending, BigDecimal> value) {
        Function<LeaseStatistics, Number> part = statistics ->
                Optional.ofNullable(statistics.spending()).map(value).orElse(null);
        gauge(registry, "spending." + name, description, part);
    }

    private void gauge(
            MeterRegistry registry, String name, String description, Function<LeaseStatistics, Number> value) {
        Gauge.builder("gpucloud.leases." + name, () -> value.apply(leases.statistics()))
                .description(description)
                .register(registry);
    }

    private void count(MeterRegistry registry, String name, String description, ToLongFunction<LeaseStatistics> value) {
        FunctionCounter.builder("gpucloud.leases." + name, leases, any -> value.applyAsLong(any.statistics()))
                .description(description)
                .register(registry);
    }
}
