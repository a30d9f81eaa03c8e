package io.gpucloud.stub.domain;

import static io.gpucloud.stub.domain.Status.CREATED;
import static io.gpucloud.stub.domain.Status.RUNNING;
import static io.gpucloud.stub.domain.Status.SHUTTING_DOWN;
import static io.gpucloud.stub.domain.Status.SHUT_DOWN;

import java.util.EnumSet;
import java.util.Set;

/**
 * The arrows of the lifecycle: where each leads, and from where it may be taken. Creation leads to {@link Status#CREATED};
 * destruction is possible from every status.
 */
enum Transition {
    BOOT_FINISHED(RUNNING, CREATED),
    BOOT_FAILED(SHUT_DOWN, CREATED),
    STARTUP(CREATED, SHUT_DOWN),
    RESTART(CREATED, RUNNING),
    TIMER_CHANGED(RUNNING, RUNNING),
    TIMER_REACHED(SHUTTING_DOWN, RUNNING, CREATED),
    IMAGE_SAVED(SHUTTING_DOWN, RUNNING),
    FUNDS_SPENT(SHUTTING_DOWN, RUNNING),
    SHUTDOWN_FINISHED(SHUT_DOWN, SHUTTING_DOWN);

    private final Status target;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed, which the checker does not know
    private final Set<Status> sources;

    Transition(Status target, Status source, Status... otherSources) {
        this.target = target;
        this.sources = Set.copyOf(EnumSet.of(source, otherSources));
    }

    Status target() {
        return target;
    }

    boolean startsAt(Status status) {
        return sources.contains(status);
    }

    /**
     * Refuses to take the arrow from where it does not start.
     *
     * @throws CloudException if it does not start there
     */
    void requireFrom(Status status) {
        if (!startsAt(status)) {
            throw Refusals.instanceUnsuitable();
        }
    }
}
