package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * It is unknown whether an instance was created, or which one of several candidates it is. No lease owns the
 * candidates. Check the {@link #candidates()}, and {@link Leases#adopt} the one that is yours. If there are no
 * candidates, a {@link SweepCriteria} finds the instance if it is listed later. If a failure ended the search, such as
 * an instance that could not be destroyed, the failure is a suppressed exception.
 */
public final class CreationOutcomeUnknownException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final ArrayList<Instance> candidates;
    private final boolean withoutInstance;

    /** Creates the exception. {@code summary}: the known facts, for people. */
    public CreationOutcomeUnknownException(String summary, List<Instance> candidates, GpuCloudException cause) {
        this(summary, candidates, cause, false);
    }

    /**
     * {@code withoutInstance}: complete lists over the whole window, seen by the only user of the account, show no
     * instance.
     */
    CreationOutcomeUnknownException(
            String summary, List<Instance> candidates, GpuCloudException cause, boolean withoutInstance) {
        super(summary, cause.failure(), cause);
        this.candidates = new ArrayList<>(candidates);
        this.withoutInstance = withoutInstance;
    }

    /** Whether a lease may send the request again. */
    boolean mayRepeat() {
        return withoutInstance;
    }

    /**
     * The instances that may be the result: new since the request was sent, the likeliest by source, GPU model, count
     * and creation time first. An instance that another program created at the same moment looks the same.
     *
     * @return the instances as last listed; may be empty
     */
    public List<Instance> candidates() {
        return Collections.unmodifiableList(candidates);
    }
}
