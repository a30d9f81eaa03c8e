package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.catalog.StockSchedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of an account at a moment, without its bills.
 *
 * @param moment the present moment, in epoch seconds
 * @param spentCents the sum of all bills, in cents
 * @param hourlyCents the price per hour of all instances that are billed now, in cents
 * @param cards compute cards, newest first
 * @param images private images, newest first
 * @param stock GPU models, in the order of the catalog
 * @param nextEvents the next events, in their order, at most {@value #MAX_EVENTS}
 */
public record AccountOverview(
        long moment,
        Balance balance,
        long spentCents,
        long hourlyCents,
        List<CardView> cards,
        List<PrivateImage> images,
        Counts counts,
        Rules.Durations durations,
        List<GpuStock> stock,
        List<ScheduledEvent> nextEvents) {

    static final int MAX_EVENTS = 100;

    /** The number of instances, images, recharges, bills and events of an account. */
    public record Counts(int instances, int running, int images, int recharges, int bills, int events) {}

    /**
     * The GPUs of one model.
     *
     * @param stock number of GPUs that the account can have at the moment, or null for any number
     * @param schedule changes of the stock, in order of time
     */
    public record GpuStock(
            String gpuUuid, int held, @Nullable Integer stock, List<StockSchedule.Change> schedule) {}

    /**
     * All instances of an account.
     *
     * @param moment the present moment, in epoch seconds
     * @param instances instances, oldest first
     */
    public record Instances(long moment, List<Instance> instances, List<ScheduledEvent> events) {}
}
