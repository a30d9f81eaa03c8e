package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A plan for an instance: its source, GPUs, price limit and lifetime.
 *
 * @param podUuid the pod to run, or null for an image
 * @param podTag version of the pod, or null for the latest
 * @param imageUuid the image to run, or null for a pod
 * @param maxLifetime how long after it runs the service is to shut the instance down by its timer, at least 5 minutes. The client
 *     requests at least 5 minutes plus {@link LeaseOptions#clockTolerance()}, because the service rejects a moment that is too early by
 *     its own clock. So the end may be later than requested, by up to the tolerance. If the timer is not verified
 *     ({@link InstanceLease#timerVerified()}), only closing the lease and the {@linkplain LeaseOptions#withJournal journal} certainly
 *     end the instance
 * @param gpuUuids GPU models in order of preference; empty for all models, the cheapest first
 * @param gpuCount how many GPUs: 1, 2, 4 or 8
 * @param maxHourlyPrice the highest price of all GPUs per hour, or null for any price. More expensive models are skipped. It is unknown
 *     whether the service bills the price of the pod or of the GPU, so the higher one counts, as listed just before the creation
 * @param deadline how long it may take until the instance runs, 35 minutes by default. The search for an instance whose create response
 *     was lost may take longer, and so may its destruction
 * @param onNoCapacity the reaction if a model is not free; by default the rental fails immediately
 * @param title the title of the instance after the {@link LeaseOptions#owner()}, or null for {@code lease}. The resulting title
 *     {@code OWNER: TITLE} is cut to the 50 characters (Unicode code points) that the service allows
 */
public record RentalPlan(
        @Nullable String podUuid,
        @Nullable String podTag,
        @Nullable String imageUuid,
        Duration maxLifetime,
        List<String> gpuUuids,
        int gpuCount,
        @Nullable BigDecimal maxHourlyPrice,
        Duration deadline,
        NoCapacityPolicy onNoCapacity,
        @Nullable String title) {

    static final Duration DEADLINE = Duration.ofMinutes(35);

    /**
     * Creates a plan.
     *
     * @param podUuid the pod, or null
     * @param podTag version of the pod, or null
     * @param imageUuid the image, or null
     * @param maxLifetime after how long the service shuts the instance down
     * @param gpuUuids GPU models, or none
     * @param gpuCount how many GPUs
     * @param maxHourlyPrice the most that an hour may cost, or null
     * @param deadline how long it may take until the instance runs
     * @param onNoCapacity the reaction if a model is not free
     * @param title the title of the instance, or null
     * @throws IllegalArgumentException if there is not exactly one of pod and image, an identifier or the tag is blank, or a
     *     value is out of its range
     */
    public RentalPlan {
        Preconditions.require(
                (podUuid == null) != (imageUuid == null), "exactly one of podUuid and imageUuid must be there");
        Preconditions.require(podTag == null || podUuid != null, "a podTag needs a podUuid");
        Preconditions.identifierOrNull(podUuid, "podUuid");
        Preconditions.identifierOrNull(podTag, "podTag");
        Preconditions.identifierOrNull(imageUuid, "imageUuid");
        Preconditions.lifetime(maxLifetime);
        Preconditions.gpuCount(gpuCount);
        Preconditions.require(maxHourlyPrice == null || maxHourlyPrice.signum() > 0, "maxHourlyPrice must be positive");
        Preconditions.positive(deadline, "deadline");
        Objects.requireNonNull(gpuUuids, "gpuUuids");
        Objects.requireNonNull(onNoCapacity, "onNoCapacity");
        gpuUuids = List.copyOf(gpuUuids);
        gpuUuids.forEach(gpuUuid -> Preconditions.identifier(gpuUuid, "gpuUuid"));
    }

    /**
     * One GPU of the cheapest model with the latest version of a pod, at any price.
     *
     * @param podUuid the pod
     * @param maxLifetime after how long the service shuts the instance down, at least 5 minutes
     * @return the plan
     * @throws IllegalArgumentException if the identifier is blank, or the time is too short
     */
    public static RentalPlan ofPod(String podUuid, Duration maxLifetime) {
        Objects.requireNonNull(podUuid, "podUuid");
        return new RentalPlan(
                podUuid, null, null, maxLifetime, List.of(), 1, null, DEADLINE, NoCapacityPolicy.failAtOnce(), null);
    }

    /**
     * One GPU of the cheapest model with an image, at any price.
     *
     * @param imageUuid a private image, or one of the compute market
     * @param maxLifetime after how long the service shuts the instance down, at least 5 minutes
     * @return the plan
     * @throws IllegalArgumentException if the identifier is blank, or the time is too short
     */
    public static RentalPlan ofImage(String imageUuid, Duration maxLifetime) {
        Objects.requireNonNull(imageUuid, "imageUuid");
        return new RentalPlan(
                null, null, imageUuid, maxLifetime, List.of(), 1, null, DEADLINE, NoCapacityPolicy.failAtOnce(), null);
    }

    /**
     * Replaces the version of the pod.
     *
     * @param podTag one of the tags of the pod
     * @return the changed plan
     * @throws IllegalArgumentException if it is blank, or the plan is for an image
     */
    public RentalPlan withPodTag(String podTag) {
        Objects.requireNonNull(podTag, "podTag");
        return with(copy -> copy.podTag = podTag);
    }

    /**
     * Replaces the GPU models.
     *
     * @param gpuUuids models in order of preference; none for all models, the cheapest first
     * @return the changed plan
     * @throws IllegalArgumentException if one is blank
     */
    public RentalPlan withGpus(String... gpuUuids) {
        Objects.requireNonNull(gpuUuids, "gpuUuids");
        return with(copy -> copy.gpuUuids = List.of(gpuUuids));
    }

    /**
     * Replaces the number of GPUs.
     *
     * @param gpuCount 1, 2, 4 or 8
     * @return the changed plan
     * @throws IllegalArgumentException if it is another number
     */
    public RentalPlan withGpuCount(int gpuCount) {
        return with(copy -> copy.gpuCount = gpuCount);
    }

    /**
     * Replaces the most that an hour may cost.
     *
     * @param maxHourlyPrice the most for all GPUs together, positive, in units of the account's currency
     * @return the changed plan
     * @throws IllegalArgumentException if it is not positive
     */
    public RentalPlan withMaxHourlyPrice(BigDecimal maxHourlyPrice) {
        Objects.requireNonNull(maxHourlyPrice, "maxHourlyPrice");
        return with(copy -> copy.maxHourlyPrice = maxHourlyPrice);
    }

    /**
     * Replaces how long it may take until the instance runs.
     *
     * @param deadline how long, positive
     * @return the changed plan
     * @throws IllegalArgumentException if it is not positive
     */
    public RentalPlan withDeadline(Duration deadline) {
        return with(copy -> copy.deadline = deadline);
    }

    /**
     * Replaces what to do when a model is not free.
     *
     * @param onNoCapacity the reaction
     * @return the changed plan
     */
    public RentalPlan withOnNoCapacity(NoCapacityPolicy onNoCapacity) {
        return with(copy -> copy.onNoCapacity = onNoCapacity);
    }

    /**
     * Replaces the title of the instance. The service declares renaming as not yet released; if it fails, the rental goes on.
     *
     * @param title the title, which follows the {@link LeaseOptions#owner()}
     * @return the changed plan
     */
    public RentalPlan withTitle(String title) {
        Objects.requireNonNull(title, "title");
        return with(copy -> copy.title = title);
    }

    private RentalPlan with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.plan();
    }

    /** A copy that can be changed, so that each method above names only what it changes. */
    private static final class Copy {

        private @Nullable String podUuid;
        private @Nullable String podTag;
        private @Nullable String imageUuid;
        private Duration maxLifetime;
        private List<String> gpuUuids;
        private int gpuCount;
        private @Nullable BigDecimal maxHourlyPrice;
        private Duration deadline;
        private NoCapacityPolicy onNoCapacity;
        private @Nullable String title;

        Copy(RentalPlan plan) {
            podUuid = plan.podUuid;
            podTag = plan.podTag;
            imageUuid = plan.imageUuid;
            maxLifetime = plan.maxLifetime;
            gpuUuids = plan.gpuUuids;
            gpuCount = plan.gpuCount;
            maxHourlyPrice = plan.maxHourlyPrice;
            deadline = plan.deadline;
            onNoCapacity = plan.onNoCapacity;
            title = plan.title;
        }

        RentalPlan plan() {
            return new RentalPlan(
                    podUuid,
                    podTag,
                    imageUuid,
                    maxLifetime,
                    gpuUuids,
                    gpuCount,
                    maxHourlyPrice,
                    deadline,
                    onNoCapacity,
                    title);
        }
    }
}
