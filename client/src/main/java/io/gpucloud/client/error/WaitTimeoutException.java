package io.gpucloud.client.error;

import io.gpucloud.client.model.Instance;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The condition of a wait did not become true in time. The instance is unchanged: it was not stopped or destroyed. */
public final class WaitTimeoutException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Instance lastState;

    /**
     * Creates the exception.
     *
     * @param summary the wait, the time waited, and the last state seen
     * @param lastState the instance as it was seen last, or null if it never was
     * @param facts the facts of the last poll
     * @param cause why the last poll failed, or null if it did not
     */
    public WaitTimeoutException(
            String summary, @Nullable Instance lastState, FailureDetails facts, @Nullable GpuCloudException cause) {
        super("", summary, facts, cause);
        this.lastState = lastState;
    }

    /** {@return the instance as it was seen last, or empty if it never was} */
    public Optional<Instance> lastState() {
        return Optional.ofNullable(lastState);
    }
}
