package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.InstanceStatus.CREATED;
import static io.gpucloud.stub.account.InstanceStatus.ENDED_ABNORMALLY;
import static io.gpucloud.stub.account.InstanceStatus.RESTARTING;
import static io.gpucloud.stub.account.InstanceStatus.RUNNING;
import static io.gpucloud.stub.account.InstanceStatus.SHUTTING_DOWN;
import static io.gpucloud.stub.account.InstanceStatus.SHUT_DOWN;
import static io.gpucloud.stub.account.InstanceStatus.STARTING;

import java.util.EnumSet;
import java.util.Set;

/**
 * The transitions of the lifecycle: their target and the statuses they start from. A new instance is
 * {@link InstanceStatus#CREATED}. An instance can be destroyed in every status.
 */
public enum Transition {
    BOOT_FINISHED(RUNNING, CREATED, STARTING, RESTARTING),
    BOOT_FAILED(SHUT_DOWN, CREATED, STARTING, RESTARTING),
    BOOT_ENDED_ABNORMALLY(ENDED_ABNORMALLY, CREATED, STARTING, RESTARTING),
    STARTUP(STARTING, SHUT_DOWN, ENDED_ABNORMALLY),
    RESTART(RESTARTING, RUNNING),
    TIMER_CHANGED(RUNNING, RUNNING),
    TIMER_REACHED(SHUTTING_DOWN, RUNNING, CREATED, STARTING, RESTARTING),
    IMAGE_SAVED(SHUTTING_DOWN, RUNNING),
    SHUTDOWN(SHUTTING_DOWN, RUNNING),
    FUNDS_SPENT(SHUTTING_DOWN, RUNNING),
    SHUTDOWN_FINISHED(SHUT_DOWN, SHUTTING_DOWN);

    private final InstanceStatus target;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed, which the checker does not know
    private final Set<InstanceStatus> sources;

    Transition(InstanceStatus target, InstanceStatus source, InstanceStatus... otherSources) {
        this.target = target;
        this.sources = Set.copyOf(EnumSet.of(source, otherSources));
    }

    /**
     * The status after the transition. Without the observed statuses, an instance that boots has the status of a new
     * one.
     */
    InstanceStatus target(boolean observed) {
        boolean boots = this == STARTUP || this == RESTART;
        return boots && !observed ? CREATED : target;
    }

    boolean startsAt(InstanceStatus status) {
        return sources.contains(status);
    }

    /** The error of a transition that does not start at the status of the instance. */
    private AccountError error() {
        return switch (this) {
            case STARTUP -> AccountError.START_REFUSED;
            case RESTART -> AccountError.RESTART_REFUSED;
            case SHUTDOWN -> AccountError.SHUTDOWN_REFUSED;
            default -> AccountError.INSTANCE_UNSUITABLE;
        };
    }

    /**
     * Checks that the transition starts at a status.
     *
     * @throws DomainException if it does not
     */
    void requireFrom(InstanceStatus status) {
        if (!startsAt(status)) {
            throw new DomainException(error());
        }
    }
}
