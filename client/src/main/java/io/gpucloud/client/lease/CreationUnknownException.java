package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.util.List;

/**
 * It is unknown whether an instance was created, or which one of several it is. No request was repeated, and nothing was
 * touched. Look at the {@link #candidates()}: {@link Leases#adopt} what is yours. If there are none, none was listed in
 * time; a {@link Sweep} finds what is listed later.
 */
public final class CreationUnknownException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final transient List<Instance> candidates;

    /**
     * An unknown outcome.
     *
     * @param summary what is known
     * @param candidates the instances that may be meant
     * @param cause how the creation failed
     */
    public CreationUnknownException(String summary, List<Instance> candidates, GpuCloudException cause) {
        super(summary, cause.failure(), cause);
        this.candidates = List.copyOf(candidates);
    }

    /**
     * The instances that may be meant: new since the creation was sent, of the same model and number of GPUs. An instance
     * that another program made at the same moment looks the same.
     *
     * @return the instances as they were listed last, perhaps none
     */
    public List<Instance> candidates() {
        return candidates;
    }
}
