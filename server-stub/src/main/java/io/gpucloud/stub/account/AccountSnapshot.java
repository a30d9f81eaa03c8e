package io.gpucloud.stub.account;

import io.gpucloud.stub.billing.Ledger;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import java.util.List;
import java.util.Map;

/**
 * The whole state of an account at a moment, as values. Snapshots are written and read in this form.
 *
 * @param moment the moment, in epoch seconds
 * @param instances instances, oldest first
 * @param images private images, oldest first
 * @param stale instances that lists show as they were before a request
 */
public record AccountSnapshot(
        long moment,
        long instanceSequence,
        long imageSequence,
        long agendaSequence,
        List<Instance> instances,
        List<PrivateImage> images,
        List<ScheduledEvent> agenda,
        Ledger.State ledger,
        Map<String, StockSchedule> stock,
        Rules.Durations durations,
        List<Fault<LifecycleEffect>> faults,
        List<Stale> stale) {

    /**
     * An instance as it was before a request, which lists still show.
     *
     * @param until when lists no longer show it, in epoch seconds
     */
    public record Stale(Instance before, long until) {}

    /** The same account with other faults. */
    public AccountSnapshot withFaults(List<Fault<LifecycleEffect>> others) {
        return new AccountSnapshot(
                moment,
                instanceSequence,
                imageSequence,
                agendaSequence,
                instances,
                images,
                agenda,
                ledger,
                stock,
                durations,
                others,
                stale);
    }

    /** An account that owns nothing and in which nothing has happened. */
    static AccountSnapshot fresh(long moment, Rules.Durations durations) {
        return new AccountSnapshot(
                moment,
                0,
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                Ledger.State.EMPTY,
                Map.of(),
                durations,
                List.of(),
                List.of());
    }
}
