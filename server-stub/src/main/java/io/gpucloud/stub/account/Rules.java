package io.gpucloud.stub.account;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.catalog.Catalog;
import org.jspecify.annotations.Nullable;

/**
 * Catalog, durations, metering and limits that apply to an account. Not part of its state.
 *
 * @param maxInstances instances an account can have; a create beyond it is rejected
 * @param maxBills bill records an account keeps; past them the oldest become one record per channel
 * @param observed whether instances have the statuses that were observed outside of the documentation
 * @param timerUnit how {@code shutdown_time} is read
 */
public record Rules(
        Catalog catalog,
        Durations durations,
        Metering metering,
        int maxInstances,
        int maxBills,
        boolean observed,
        TimerUnit timerUnit,
        StartMode startMode,
        InstanceTitle instanceTitle,
        BilledPrice billedPrice) {

    /** Durations of transitions in seconds; 0 means immediately. */
    public record Durations(long boot, long shutdown, long imageUpload) {

        /** Returns changed durations; null keeps a duration. */
        Durations with(@Nullable Long otherBoot, @Nullable Long otherShutdown, @Nullable Long otherImageUpload) {
            return new Durations(
                    requireNonNullElse(otherBoot, boot),
                    requireNonNullElse(otherShutdown, shutdown),
                    requireNonNullElse(otherImageUpload, imageUpload));
        }
    }

    /** How running instances are billed. */
    public record Metering(boolean enabled, boolean requireFunds) {}
}
