package io.gpucloud.client.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event of a lease.
 *
 * @param type what happens
 * @param at when, by the timer of the client
 * @param tag the {@linkplain RentalPlan#tag() tag} of the plan, or null
 * @param title the title that the instance has or gets, with the nonce of its create request; of an adopted instance,
 *     the title that it had
 * @param instanceUuid the instance, or null as long as it is not known
 * @param endsAt the moment of the shutdown timer, or null if it is not set
 * @param cost what the lease has cost so far, or null as long as there is no instance
 * @param cause the failure of {@link Type#IN_DOUBT}, {@link Type#RENEWAL_FAILED} and {@link Type#NOT_DESTROYED}; null
 *     for other events
 */
public record LeaseEvent(
        Type type,
        Instant at,
        @Nullable String tag,
        String title,
        @Nullable String instanceUuid,
        @Nullable Instant endsAt,
        @Nullable LeaseCost cost,
        @Nullable Throwable cause) {

    /** The kind of an event. */
    public enum Type {

        /** A create request is about to be sent. */
        CREATING,

        /** The instance is known. */
        CREATED,

        /** The outcome of the create request is unknown. The instance is searched. */
        IN_DOUBT,

        /** The lease waits until the instance runs. */
        BOOTING,

        /** The instance runs, and its shutdown timer is set. */
        RUNNING,

        /** The shutdown timer was moved, by {@link InstanceLease#extend} or {@link RentalPlan#renewTimerEvery()}. */
        RENEWED,

        /** The shutdown timer could not be moved. This is tried again until the timer ends the instance. */
        RENEWAL_FAILED,

        /** An instance of an ended process has a lease again, after a start or {@link Leases#recover}. */
        RECOVERED,

        /** The lease of another process, which has ended, belongs to this process now. */
        TAKEN_OVER,

        /** The instance was handed over to the next start, or to another process. */
        HANDED_OVER,

        /** The instance has ended without this program: it is shut down or gone. */
        LOST,

        /** The lease was not active for its {@link RentalPlan#idleTimeout()}. Its instance is destroyed. */
        IDLE,

        /** The instance still runs after its end, although its shutdown timer was set. It is destroyed. */
        OVERDUE,

        /** The instance is about to be destroyed. */
        ENDING,

        /** The instance is destroyed. */
        ENDED,

        /** The instance could not be destroyed. It may continue to cost money. */
        NOT_DESTROYED
    }
}
