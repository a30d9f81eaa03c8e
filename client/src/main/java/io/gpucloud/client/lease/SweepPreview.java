package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.util.List;

/** The instances that a sweep found. Nothing is destroyed before {@link #destroy()}. */
public interface SweepPreview {

    /** {@return the instances that {@link #destroy()} would destroy, as they were listed} */
    List<Instance> found();

    /** {@return the instances that match age and filter and are not found for another reason, as they were listed} */
    List<Skipped> skipped();

    /**
     * Destroys the instances found, one after the other. Each instance is listed and checked again just before. It is skipped if it was
     * adopted, kept or given a timer in the meantime, or no longer matches.
     *
     * @return the instances destroyed, skipped and left
     * @throws IllegalStateException if the client is closed
     */
    SweepReport destroy();

    /**
     * An instance that a sweep did not touch.
     *
     * @param instance the instance as it was listed
     * @param reason why it was skipped
     */
    record Skipped(Instance instance, Reason reason) {}

    /** Why an instance is not swept. */
    enum Reason {

        /** It belongs to an open lease of the client, or has done so since the sweep began. */
        LEASED,

        /** A create request of the client whose outcome is not known yet may have made it. */
        BEING_CREATED,

        /** Its shutdown timer lies ahead; see {@link SweepCriteria#includeTimed()}. */
        TIMED,

        /** Its title names another owner or none; see {@link SweepCriteria#includeOtherOwners()}. */
        OTHER_OWNER,

        /** It was found, and does not match age and filter any more. */
        CHANGED
    }
}
