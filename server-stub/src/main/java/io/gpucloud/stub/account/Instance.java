package io.gpucloud.stub.account;

import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A rented instance at a moment.
 *
 * @param sequence its number in the account, from 1
 * @param createTime epoch seconds
 * @param listedFrom moment from which lists show it, in epoch seconds
 * @param startTime when it last started to run, in epoch seconds; 0 before the first time
 * @param shutdownTime when its timer is due, in epoch seconds; 0 without a timer
 * @param upload how far its latest saving has come, or null if it was never saved
 * @param phases its latest phases, oldest first, at most {@value #MAX_PHASES}; the last one is the present
 * @param spentCents sum of its bills, in cents
 */
public record Instance(
        String uuid,
        long sequence,
        Order order,
        long createTime,
        long listedFrom,
        String title,
        InstanceStatus status,
        long startTime,
        long shutdownTime,
        @Nullable SaveImageStatus upload,
        Addresses addresses,
        List<Phase> phases,
        long spentCents) {

    static final int MAX_PHASES = 100;

    /**
     * A span of time in which an instance has one status. It ends where the next phase begins.
     *
     * @param since when it began, in epoch seconds
     * @param cause the transition that began it, or null if the instance began with it or has it from a seed
     * @param fault the fault that keeps the instance from running as usual, or null
     */
    public record Phase(
            InstanceStatus status,
            long since,
            @Nullable Transition cause,
            @Nullable PhaseFault fault) {}

    /**
     * The lifecycle fault that a phase triggered. It is gone from the list of faults when it has triggered for the last
     * time.
     *
     * @param id identifier of the fault
     */
    public record PhaseFault(String id, LifecycleEffect.Kind effect) {}

    /** The order an instance was created with. */
    public record Order(Source source, String gpuUuid, int gpuNums) {}

    /**
     * The pod or image an instance runs.
     *
     * @param imageUuid identifier of the pod or image
     * @param imageTag its tag, or null if it has none
     * @param podUuid the pod it derives from, or null if it derives from none
     */
    public record Source(
            String imageUuid,
            String imageName,
            @Nullable String imageTag,
            @Nullable String podUuid) {

        /** A pod as a source. */
        public static Source of(Catalog.Pod pod, String tag) {
            return new Source(pod.uuid(), pod.title(), tag, pod.uuid());
        }

        /** A market image as a source; it has no name of its own, and no tag. */
        public static Source of(Catalog.MarketImage image) {
            return new Source(image.uuid(), image.components().describe(), null, null);
        }

        static Source of(PrivateImage image) {
            return new Source(image.uuid(), image.title(), image.podTag(), image.podUuid());
        }
    }

    /** Whether an instance can be reached. */
    public enum Addresses {
        /** It has not run yet. */
        NOT_YET,
        /** It has addresses. */
        OPEN,
        /** It has none any more, or not yet again. */
        CLOSED
    }

    /** The addresses of the instance: empty if it has none any more, null before it has had any. */
    public @Nullable List<String> serverUrl() {
        return switch (addresses) {
            case NOT_YET -> null;
            case OPEN ->
                List.of("https://" + uuid.substring(0, Math.min(8, uuid.length())) + ".gpu-cloud.invalid:8443");
            case CLOSED -> List.of();
        };
    }

    /**
     * Whether it seems to be destroyed, although it runs on. A new instance that lists do not show yet is not hidden.
     */
    boolean isHidden(long now) {
        return now < listedFrom
                && phases.stream()
                        .map(Phase::fault)
                        .anyMatch(mark -> mark != null && mark.effect() == LifecycleEffect.Kind.LISTED_AGAIN);
    }

    Instance withListedFrom(long listedFrom) {
        return changed(copy -> copy.listedFrom = listedFrom);
    }

    Instance withOrder(Order order) {
        return changed(copy -> copy.order = order);
    }

    Instance withTitle(String title) {
        return changed(copy -> copy.title = title);
    }

    Instance withStatus(InstanceStatus status, long now, Transition cause) {
        List<Phase> latest = new ArrayList<>(phases);
        if (latest.size() == MAX_PHASES) {
            latest.remove(0);
        }
        latest.add(new Phase(status, now, cause, null));
        return changed(copy -> {
            copy.status = status;
            copy.phases = List.copyOf(latest);
        });
    }

    /** Marks its present phase. */
    Instance withFault(Fault<LifecycleEffect> fault) {
        List<Phase> marked = new ArrayList<>(phases);
        Phase present = marked.remove(marked.size() - 1);
        PhaseFault mark = new PhaseFault(fault.id(), fault.effect().kind());
        marked.add(new Phase(present.status(), present.since(), present.cause(), mark));
        return changed(copy -> copy.phases = List.copyOf(marked));
    }

    Instance withoutCauses() {
        List<Phase> bare = phases.stream()
                .map(phase -> new Phase(phase.status(), phase.since(), null, phase.fault()))
                .toList();
        return changed(copy -> copy.phases = bare);
    }

    Instance withStartTime(long startTime) {
        return changed(copy -> copy.startTime = startTime);
    }

    Instance withShutdownTime(long shutdownTime) {
        return changed(copy -> copy.shutdownTime = shutdownTime);
    }

    Instance withUpload(SaveImageStatus upload) {
        return changed(copy -> copy.upload = upload);
    }

    Instance withAddresses(Addresses addresses) {
        return changed(copy -> copy.addresses = addresses);
    }

    /** Adds a bill to its sum. */
    Instance billed(long cents) {
        return changed(copy -> copy.spentCents = spentCents + cents);
    }

    private Instance changed(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new Instance(
                uuid,
                sequence,
                copy.order,
                createTime,
                copy.listedFrom,
                copy.title,
                copy.status,
                copy.startTime,
                copy.shutdownTime,
                copy.upload,
                copy.addresses,
                copy.phases,
                copy.spentCents);
    }

    /** The components that can change. */
    private static final class Copy {
        private Order order;
        private long listedFrom;
        private String title;
        private InstanceStatus status;
        private long startTime;
        private long shutdownTime;
        private @Nullable SaveImageStatus upload;
        private Addresses addresses;
        private List<Phase> phases;
        private long spentCents;

        Copy(Instance instance) {
            order = instance.order;
            listedFrom = instance.listedFrom;
            title = instance.title;
            status = instance.status;
            startTime = instance.startTime;
            shutdownTime = instance.shutdownTime;
            upload = instance.upload;
            addresses = instance.addresses;
            phases = instance.phases;
            spentCents = instance.spentCents;
        }
    }
}
