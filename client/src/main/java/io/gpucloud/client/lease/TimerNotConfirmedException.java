package io.gpucloud.client.lease;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import org.jspecify.annotations.Nullable;

/**
 * The instance list contradicts the shutdown timer of a lease, or does not show it and the lease has
 * {@link UnverifiedTimerPolicy#DESTROY}. The message contains the requested and the listed timer, and whether the
 * instance was destroyed, or keeps the timer that it had before {@link InstanceLease#extend}. If it was not destroyed,
 * this exception has a suppressed {@link InstanceNotDestroyedException}.
 */
public final class TimerNotConfirmedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final String instanceUuid;
    private final ShutdownTimerVerification verification;

    /** Creates the exception. {@code left}: the failed destruction of the instance, or null if it is destroyed. */
    public TimerNotConfirmedException(
            String instanceUuid, ShutdownTimerVerification verification, @Nullable InstanceNotDestroyedException left) {
        this(
                instanceUuid,
                verification,
                left == null ? "was destroyed" : "was not destroyed and may cost money",
                left != null);
        if (left != null) {
            addSuppressed(left);
        }
    }

    private TimerNotConfirmedException(
            String instanceUuid, ShutdownTimerVerification verification, String end, boolean mayHaveTakenEffect) {
        super(
                "the shutdown timer of instance " + instanceUuid + " is not confirmed: " + verification.description()
                        + "; the instance " + end,
                FailureDetails.of(ApiOperation.SET_SHUTDOWN_TIMER).withMayHaveTakenEffect(mayHaveTakenEffect),
                null);
        this.instanceUuid = instanceUuid;
        this.verification = verification;
    }

    /** The list shows the timer of before, under which the instance runs on. */
    static TimerNotConfirmedException unchanged(String instanceUuid, ShutdownTimerVerification verification) {
        return new TimerNotConfirmedException(instanceUuid, verification, "keeps the timer of before", true);
    }

    /** {@return the identifier of the instance whose timer is not confirmed} */
    public String instanceUuid() {
        return instanceUuid;
    }

    /** {@return the comparison of the timer with the instance list} */
    public ShutdownTimerVerification verification() {
        return verification;
    }
}
