package io.gpucloud.client.error;

import io.gpucloud.client.model.Instance;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The condition of a wait can no longer become true, or the thread was interrupted. The instance is unchanged: it was
 * not stopped or destroyed.
 */
public final class WaitFailedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final @Nullable Instance lastState;

    /**
     * Creates the exception.
     *
     * @param summary the wait, and why it is in vain
     * @param lastState the instance as it was seen last, or null if it never was
     * @param facts the facts of the last poll
     * @param cause the interruption, or null
     */
    public WaitFailedException(
            String summary, @Nullable Instance lastState, FailureDetails facts, @Nullable Throwable cause) {
        super("", summary, facts, cause);
        this.lastState = lastState;
    }

    /** {@return the instance as it was seen last, or empty if it never was} */
    public Optional<Instance> lastState() {
        return Optional.ofNullable(lastState);
    }
}
