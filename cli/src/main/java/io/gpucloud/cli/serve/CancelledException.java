package io.gpucloud.cli.serve;

import org.jspecify.annotations.Nullable;

/** The client has cancelled a rental, which has ended. The cause names what is left. */
final class CancelledException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String instanceUuid;

    /** {@code instanceUuid}: the instance that was destroyed, unless the cause names it; null if there was none. */
    CancelledException(@Nullable String instanceUuid, @Nullable Throwable cause) {
        super("the rental was cancelled", cause);
        this.instanceUuid = instanceUuid;
    }

    @Nullable
    String instanceUuid() {
        return instanceUuid;
    }
}
