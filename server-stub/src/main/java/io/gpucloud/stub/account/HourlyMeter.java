package io.gpucloud.stub.account;

import io.gpucloud.stub.account.ScheduledEvent.Kind;
import io.gpucloud.stub.billing.Ledger;
import java.util.Optional;

/** Bills running instances: every full hour, and the rest when an instance stops. */
final class HourlyMeter {

    private static final long HOUR = 3_600;

    private final Rules rules;
    private final EventSchedule schedule;
    private final Ledger ledger;

    HourlyMeter(Rules rules, EventSchedule schedule, Ledger ledger) {
        this.rules = rules;
        this.schedule = schedule;
        this.ledger = ledger;
    }

    /**
     * Requires the funds for the first hour of an order, if the rules require funds.
     *
     * @throws DomainException if balance and cards do not suffice
     */
    void requireFunds(Instance.Order order, long now) {
        boolean funded = !rules.metering().enabled()
                || !rules.metering().requireFunds()
                || ledger.usable(order.source().podUuid(), now) >= hourlyPrice(order);
        if (!funded) {
            throw new DomainException(AccountError.INSUFFICIENT_FUNDS);
        }
    }

    /**
     * Begins an hour. Schedules no settlement for instances that cost nothing: a clock that is set far ahead would
     * apply one per hour.
     */
    void start(Instance instance, long now) {
        if (rules.metering().enabled() && hourlyPrice(instance.order()) > 0) {
            schedule.schedule(Kind.SETTLEMENT, instance.uuid(), now + HOUR);
        }
    }

    /**
     * A metered instance.
     *
     * @param instance the instance, with the bill in its sum
     * @param funded whether it can go on
     */
    record Metered(Instance instance, boolean funded) {}

    /** Bills the hour that ends now, and begins the next one if the instance can go on. */
    Metered settle(Instance instance, long now) {
        Metered metered = charge(instance, now - HOUR, now);
        if (metered.funded()) {
            start(instance, now);
        }
        return metered;
    }

    /** Bills the time since the last full hour, if the instance runs. */
    Metered stop(Instance instance, long now) {
        Optional<ScheduledEvent> next = schedule.find(Kind.SETTLEMENT, instance.uuid());
        schedule.cancel(Kind.SETTLEMENT, instance.uuid());
        return next.map(event -> charge(instance, event.due() - HOUR, now))
                .orElseGet(() -> new Metered(instance, true));
    }

    /** Whether a settlement bills an hour that has begun. */
    static boolean hasBegun(ScheduledEvent settlement, long now) {
        return settlement.due() - HOUR <= now;
    }

    /** Bills a span, rounded once and half up. The instance can go on if all of it was paid and some funds are left. */
    private Metered charge(Instance instance, long start, long end) {
        long hourly = hourlyPrice(instance.order());
        long cents = (2 * hourly * (end - start) + HOUR) / (2 * HOUR);
        String pod = instance.order().source().podUuid();
        long before = ledger.spent();
        boolean paid = ledger.charge(cents, pod, start, end);
        return new Metered(instance.billed(ledger.spent() - before), paid && ledger.usable(pod, end) > 0);
    }

    /** The present cost of an instance per hour, in cents. */
    long hourlyCents(Instance instance) {
        return rules.metering().enabled() && instance.status().isBilled() ? hourlyPrice(instance.order()) : 0;
    }

    /** The price per hour of an order, in cents. */
    private long hourlyPrice(Instance.Order order) {
        long gpus = rules.catalog().gpu(order.gpuUuid()).orElseThrow().price().hour() * order.gpuNums();
        return rules.billedPrice() == BilledPrice.GPU ? gpus : gpus + podPrice(order);
    }

    private long podPrice(Instance.Order order) {
        return Optional.ofNullable(order.source().podUuid())
                .flatMap(rules.catalog()::pod)
                .map(pod -> pod.price().hour())
                .orElse(0L);
    }
}
