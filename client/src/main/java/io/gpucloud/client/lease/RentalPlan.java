package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan for an instance: its source, GPUs, price limit and times. Immutable; build it with {@link #builder()}, or
 * change a copy with {@link #toBuilder()}.
 */
public final class RentalPlan {

    private final Builder values;
    private final Duration maxLifetime;

    private RentalPlan(Builder values, Duration maxLifetime) {
        this.values = values;
        this.maxLifetime = maxLifetime;
    }

    /**
     * One GPU of the cheapest model with the latest version of a pod, at any price.
     *
     * @param podUuid the pod
     * @param maxLifetime after how long the service shuts the instance down, at least 5 minutes
     * @throws IllegalArgumentException if the identifier is blank, or the time is too short
     */
    public static RentalPlan ofPod(String podUuid, Duration maxLifetime) {
        return builder().podUuid(podUuid).maxLifetime(maxLifetime).build();
    }

    /** A builder for one GPU of the cheapest model at any price. It needs a pod or an image, and a lifetime. */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with the values of this plan} */
    public Builder toBuilder() {
        return values.copy();
    }

    /** {@return the pod to run; null for an image} */
    public @Nullable String podUuid() {
        return values.podUuid;
    }

    /** {@return the version of the pod; null for the latest} */
    public @Nullable String podTag() {
        return values.podTag;
    }

    /** {@return the image to run; null for a pod} */
    public @Nullable String imageUuid() {
        return values.imageUuid;
    }

    /** {@return how long after it runs the service shuts the instance down; at least 5 minutes} */
    public Duration maxLifetime() {
        return maxLifetime;
    }

    /** {@return the pause between two renewals of the shutdown timer; null if it is set once} */
    public @Nullable Duration renewTimerEvery() {
        return values.renewTimerEvery;
    }

    /** {@return how long the lease may be idle before its instance is destroyed; null for any time} */
    public @Nullable Duration idleTimeout() {
        return values.idleTimeout;
    }

    /** {@return the GPU models in order of preference; empty for all models, the cheapest first} */
    public List<String> gpus() {
        return values.gpus;
    }

    /** {@return how many GPUs; 1 by default} */
    public int gpuCount() {
        return values.gpuCount;
    }

    /** {@return the highest price per hour; null for any price} */
    public @Nullable BigDecimal maxHourlyPrice() {
        return values.maxHourlyPrice;
    }

    /** {@return how long to try to create an instance; 10 minutes by default} */
    public Duration createTimeout() {
        return values.createTimeout;
    }

    /** {@return how long a created instance may take until it runs; null for {@link LeaseOptions#bootTimeout()}} */
    public @Nullable Duration bootTimeout() {
        return values.bootTimeout;
    }

    /** {@return the reaction to a model without a free GPU; {@link NoCapacityPolicy#TRY_NEXT_MODEL} by default} */
    public NoCapacityPolicy onNoCapacity() {
        return values.onNoCapacity;
    }

    /** {@return what the journal keeps about the work from before the create request on; empty by default} */
    public Map<String, String> data() {
        return values.data;
    }

    /** {@return the tag of the caller, which the journal keeps; null for none} */
    public @Nullable String tag() {
        return values.tag;
    }

    /** {@return the title of the instance after its owner; null for {@code lease}} */
    public @Nullable String title() {
        return values.title;
    }

    @Override
    public String toString() {
        return "RentalPlan[" + (values.podUuid == null ? "image " + values.imageUuid : "pod " + values.podUuid) + ", "
                + maxLifetime + "]";
    }

    /** Builds {@link RentalPlan}. */
    public static final class Builder implements Cloneable {

        private @Nullable String podUuid;
        private @Nullable String podTag;
        private @Nullable String imageUuid;
        private @Nullable Duration maxLifetime;
        private @Nullable Duration renewTimerEvery;
        private @Nullable Duration idleTimeout;
        private List<String> gpus = List.of();
        private int gpuCount = 1;
        private @Nullable BigDecimal maxHourlyPrice;
        private Duration createTimeout = Duration.ofMinutes(10);
        private @Nullable Duration bootTimeout;
        private NoCapacityPolicy onNoCapacity = NoCapacityPolicy.TRY_NEXT_MODEL;
        private @Nullable String title;
        private @Nullable String tag;
        private Map<String, String> data = Map.of();

        private Builder() {}

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /**
         * Sets the pod to run.
         *
         * @throws IllegalArgumentException if it is blank
         */
        public Builder podUuid(String podUuid) {
            this.podUuid = Preconditions.identifier(podUuid, "podUuid");
            return this;
        }

        /**
         * Sets the version of the pod.
         *
         * @param podTag one of the tags of the pod
         * @throws IllegalArgumentException if it is blank
         */
        public Builder podTag(String podTag) {
            this.podTag = Preconditions.identifier(podTag, "podTag");
            return this;
        }

        /**
         * Sets the image to run.
         *
         * @param imageUuid a private image, or one of the compute market
         * @throws IllegalArgumentException if it is blank
         */
        public Builder imageUuid(String imageUuid) {
            this.imageUuid = Preconditions.identifier(imageUuid, "imageUuid");
            return this;
        }

        /**
         * Sets how long after it runs the service shuts the instance down by its timer. The client requests at least 5
         * minutes plus {@link LeaseOptions#clockTolerance()}, because the service rejects a moment that is too early by
         * its own clock. So the end may be later than requested, by up to the tolerance.
         *
         * @param maxLifetime how long, 5 minutes to a year
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxLifetime(Duration maxLifetime) {
            Preconditions.lifetime(maxLifetime);
            this.maxLifetime = maxLifetime;
            return this;
        }

        /**
         * Sets the shutdown timer only a short time ahead, and moves it regularly while this program runs, never beyond
         * the {@link #maxLifetime}. If the program or the machine crashes, the service shuts the instance down after
         * this pause plus 5 minutes plus the {@link LeaseOptions#clockTolerance()}, at the latest.
         *
         * <p>An outage of the service or of the network that lasts longer than 5 minutes plus the tolerance stops the
         * instance, and with it the job.
         *
         * @param renewTimerEvery the pause between two renewals, a minute to a year; null to set the timer once
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder renewTimerEvery(@Nullable Duration renewTimerEvery) {
            if (renewTimerEvery != null) {
                Preconditions.atLeast(Duration.ofMinutes(1), renewTimerEvery, "renewTimerEvery");
            }
            this.renewTimerEvery = renewTimerEvery;
            return this;
        }

        /**
         * Sets how long the lease may be idle. The lease is active when {@link LeaseOptions#active()} says so, and when
         * {@link InstanceLease#touch()} is called. Without both for this time, the event {@link LeaseEvent.Type#IDLE}
         * is sent, and the instance is destroyed. The plan is kept in the journal: a resumed lease has this time, too.
         *
         * @param idleTimeout how long, a minute to a year; null for any time
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder idleTimeout(@Nullable Duration idleTimeout) {
            if (idleTimeout != null) {
                Preconditions.atLeast(Duration.ofMinutes(1), idleTimeout, "idleTimeout");
            }
            this.idleTimeout = idleTimeout;
            return this;
        }

        /**
         * Sets the GPU models.
         *
         * @param gpus models in order of preference; none for all models, the cheapest first
         * @throws IllegalArgumentException if one is blank
         */
        public Builder gpus(String... gpus) {
            Objects.requireNonNull(gpus, "gpus");
            this.gpus = List.of(gpus);
            this.gpus.forEach(gpuUuid -> Preconditions.identifier(gpuUuid, "gpuUuid"));
            return this;
        }

        /**
         * Sets the number of GPUs.
         *
         * @param gpuCount 1, 2, 4 or 8
         * @throws IllegalArgumentException if it is another number
         */
        public Builder gpuCount(int gpuCount) {
            Preconditions.gpuCount(gpuCount);
            this.gpuCount = gpuCount;
            return this;
        }

        /**
         * Sets the highest price per hour. It is unknown what the service bills, so the largest plausible price must
         * fit, as listed just before the creation; see {@link HourlyPrice}.
         *
         * @param maxHourlyPrice the highest price of the instance, positive, in units of the account's currency
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder maxHourlyPrice(BigDecimal maxHourlyPrice) {
            this.maxHourlyPrice = Preconditions.amount(maxHourlyPrice, "maxHourlyPrice");
            return this;
        }

        /**
         * Sets how long to try to create an instance: while no GPU is free and the plan has
         * {@link NoCapacityPolicy#WAIT_FOR_CAPACITY}, and while the service fails before anything was created.
         *
         * @param createTimeout how long, positive
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder createTimeout(Duration createTimeout) {
            this.createTimeout = Preconditions.positive(createTimeout, "createTimeout");
            return this;
        }

        /**
         * Sets how long a created instance may take until it runs and has its shutdown timer. After this time it is
         * destroyed. An instance that runs just before the end has the {@link LeaseOptions#window()} for its timer.
         *
         * @param bootTimeout how long, positive
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder bootTimeout(Duration bootTimeout) {
            this.bootTimeout = Preconditions.positive(bootTimeout, "bootTimeout");
            return this;
        }

        /** Sets what to do when a model has no free GPU. */
        public Builder onNoCapacity(NoCapacityPolicy onNoCapacity) {
            this.onNoCapacity = Objects.requireNonNull(onNoCapacity, "onNoCapacity");
            return this;
        }

        /**
         * Sets the title of the instance. The resulting title {@code OWNER.NONCE: TITLE} is cut to the 50 characters
         * that the service allows. The service declares renaming as not yet released; if it fails, the rental goes on.
         *
         * @param title the title, which follows the {@link LeaseOptions#owner()} and a random part
         */
        public Builder title(String title) {
            this.title = Objects.requireNonNull(title, "title");
            return this;
        }

        /**
         * Sets what a recovery has to know about the work, also if the program is killed during the boot.
         * {@link InstanceLease#put} changes it later.
         *
         * @param data at most 4 KiB
         */
        public Builder data(Map<String, String> data) {
            this.data = LeaseTerms.shortData(Objects.requireNonNull(data, "data"));
            return this;
        }

        /**
         * Sets a tag, for example the identifier of the job that runs on the instance. The journal keeps it, and a
         * recovered lease has it.
         *
         * @throws IllegalArgumentException if it is blank
         */
        public Builder tag(String tag) {
            this.tag = Preconditions.identifier(tag, "tag");
            return this;
        }

        /**
         * Builds the plan.
         *
         * @throws IllegalArgumentException if there is not exactly one of pod and image, or no lifetime, or a version
         *     without a pod
         */
        public RentalPlan build() {
            Preconditions.require(
                    (podUuid == null) != (imageUuid == null), "exactly one of podUuid and imageUuid must be set");
            Preconditions.require(podTag == null || podUuid != null, "a podTag needs a podUuid");
            Duration lifetime = maxLifetime;
            if (lifetime == null) {
                throw new IllegalArgumentException("maxLifetime must be set");
            }
            return new RentalPlan(copy(), lifetime);
        }
    }
}
