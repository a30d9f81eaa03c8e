package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides what {@link Leases#recover} does with the instances of ended processes. Instances that are shut down or shutting down, and those whose
 * time is over, cannot be leased again and are destroyed instead.
 */
public final class RecoveryOptions {

    private final Function<RecoverableInstance, RecoveryDecision> decision;
    private final @Nullable Duration adoptFor;

    private RecoveryOptions(Function<RecoverableInstance, RecoveryDecision> decision, @Nullable Duration adoptFor) {
        this.decision = decision;
        this.adoptFor = adoptFor;
    }

    /**
     * Destroys the instances, also those that were handed over.
     *
     * @return the recovery
     */
    public static RecoveryOptions destroy() {
        return decide(any -> RecoveryDecision.DESTROY);
    }

    /**
     * Resumes the instances that were handed over, and destroys all others.
     *
     * @return the recovery on start
     */
    public static RecoveryOptions resumeHandedOver() {
        return decide(found -> found.handedOver() ? RecoveryDecision.RESUME : RecoveryDecision.DESTROY);
    }

    /**
     * Decides for each instance.
     *
     * @param decision resume, destroy or keep; called once for each instance. If it throws, the instance stays in the journal
     * @return the recovery
     */
    public static RecoveryOptions decide(Function<RecoverableInstance, RecoveryDecision> decision) {
        return new RecoveryOptions(Objects.requireNonNull(decision, "decision"), null);
    }

    /**
     * Adopts the instances with a new shutdown timer, as {@link Leases#adopt} does.
     *
     * @param maxLifetime how long after now, or after the instance runs, the service is to shut an adopted instance down; at least 5
     *     minutes
     * @return the recovery
     * @throws IllegalArgumentException if the lifetime is out of its range
     */
    public static RecoveryOptions adopt(Duration maxLifetime) {
        Preconditions.lifetime(maxLifetime);
        return new RecoveryOptions(any -> RecoveryDecision.RESUME, maxLifetime);
    }

    RecoveryDecision decide(RecoverableInstance found) {
        return Objects.requireNonNull(decision.apply(found), "decision");
    }

    /** The lifetime of adopted instances; null to keep their timers. */
    @Nullable
    Duration adoptFor() {
        return adoptFor;
    }

    @Override
    public String toString() {
        return "RecoveryOptions[adoptFor=" + adoptFor + "]";
    }
}
