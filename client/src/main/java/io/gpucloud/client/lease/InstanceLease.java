package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A running instance that this program owns, with a shutdown timer. Closing the lease destroys the instance, and so
 * does a failed wait. {@link #keep()} ends the lease without destroying the instance.
 */
public interface InstanceLease extends AutoCloseable {

    /** {@return the identifier of the owned instance} */
    String instanceUuid();

    /**
     * {@return the instance as this lease last saw it, without a call} It reads the list after each
     * {@link LeaseOptions#watchInterval()}.
     */
    Instance instance();

    /**
     * Reads the instance now.
     *
     * @return the instance as listed
     * @throws GpuCloudException if the list cannot be read, or does not show the instance
     * @throws IllegalStateException if the lease is closed or kept
     */
    Instance refresh();

    /**
     * Whether the lease is open, and its instance has not been seen to end. No call. If the instance is shut down, by
     * its timer or for lack of money, the lease is lost: it is no longer open, but {@link #close()} must still destroy
     * the instance. An instance that is missing from all lists for the {@link LeaseOptions#window()} is gone.
     */
    boolean isOpen();

    /**
     * Returns what the lease has cost so far, without a call. Until the instance runs, that is the time since the
     * create request. Then it is the time since it was seen to run, and as much of the boot as
     * {@link LeaseOptions#window()} covers, because a list may show late that it runs. If the service does not bill the
     * boot, its bills are lower.
     */
    LeaseCost cost();

    /**
     * Remembers something about the work on the instance, for example that it has begun. With a
     * {@linkplain LeaseOptions#journal() journal}, it is on disk when this returns, and a recovery returns it.
     *
     * @param key the key
     * @param value the value; replaces an earlier one
     * @throws IllegalArgumentException if all keys and values together have more than 4 KiB
     * @throws IllegalStateException if the lease is closed or kept
     * @throws LeaseJournalException if the journal cannot be written; nothing is remembered
     */
    void put(String key, String value);

    /** {@return what was {@linkplain #put put}, also by an earlier process; a copy} */
    Map<String, String> data();

    /**
     * Says that the lease is active now, so that its {@link RentalPlan#idleTimeout()} begins again. No call. Without an
     * idle timeout, and after the end of the lease, it has no effect.
     */
    void touch();

    /**
     * {@return the {@linkplain RentalPlan#tag() tag} of the plan, by which the caller recognizes the work of a
     * recovered instance, or null}
     */
    @Nullable
    String tag();

    /**
     * The moment at which the service will shut the instance down, unless the timer is
     * {@linkplain RentalPlan#renewTimerEvery() renewed} before. No call. The moment is certain only if the timer is
     * verified, see {@link #timerVerified()}.
     *
     * @return the moment that the instance list shows for the timer, in whole seconds; if the timer is not verified,
     *     the requested one
     */
    Instant endsAt();

    /**
     * {@return the end of the lifetime, up to which the timer is {@linkplain RentalPlan#renewTimerEvery() renewed},
     * without a call; {@link #endsAt()} if it is set once}
     */
    Instant lastsUntil();

    /**
     * Whether the instance list showed the latest shutdown timer as requested. No call. If it did not, only
     * {@link #close()} and the {@linkplain LeaseOptions#journal() journal} certainly end the instance.
     *
     * @return false if the list did not show the timer, and the lease has {@link UnverifiedTimerPolicy#KEEP}
     */
    boolean timerVerified();

    /**
     * Extends the lifetime of the instance. The new end is at least 5 minutes plus
     * {@link LeaseOptions#clockTolerance()} in the future, because the service rejects an earlier one. If the instance
     * list contradicts the new timer for the {@link LeaseOptions#window()}, the instance is destroyed, unless the list
     * shows the old timer: then the lease keeps it.
     *
     * <p>If the call fails, the lease keeps its old end. If the failed request may have taken effect, the service may
     * already have the new end.
     *
     * @param more the minimum extension, positive
     * @return the new end
     * @throws GpuCloudException if the timer cannot be set, for example because the instance does not run any more
     * @throws TimerNotConfirmedException if the list contradicts the timer, or does not show it and the lease has
     *     {@link UnverifiedTimerPolicy#DESTROY}; the instance is destroyed, or the lease keeps its old timer
     * @throws SpendingLimitException if the {@link LeaseOptions#spendingLimit()} does not allow it; nothing was changed
     * @throws IllegalArgumentException if the time is not positive
     * @throws IllegalStateException if the lease is closed or kept
     */
    Instant extend(Duration more);

    /**
     * Waits until the instance has an address and your probe returns true. If the wait fails for any reason, the
     * instance is destroyed before the exception is thrown. If it cannot be destroyed, the exception has a suppressed
     * {@link InstanceNotDestroyedException}.
     *
     * @param probe calls the instance at its {@code serverUrls()}; false continues the wait, an exception ends it
     * @param timeout how long to wait, positive
     * @return the instance as it was listed
     * @throws WaitFailedException if it shuts down or disappears
     * @throws WaitTimeoutException if it takes too long
     * @throws IllegalStateException if the lease is closed or kept
     */
    Instance awaitReachable(Predicate<Instance> probe, Duration timeout);

    /**
     * Ends the lease and leaves the instance to you: closing has no effect after that. The shutdown timer is not
     * changed.
     *
     * @return the instance as last seen
     * @throws IllegalStateException if the lease is closed, or {@link #close()} was called and failed: the instance may
     *     be destroyed
     * @throws LeaseJournalException if the journal cannot record it; the instance still belongs to the lease
     */
    Instance keep();

    /**
     * Destroys the instance, and waits until it is no longer listed, even if the thread is interrupted. Before that, it
     * runs {@link LeaseOptions.Builder#beforeDestroy}. After a success, further calls have no effect. After a failure,
     * another call tries again.
     *
     * @throws InstanceNotDestroyedException if it is not gone in time, or the client is closed; it is logged as an
     *     error, too
     */
    @Override
    void close();

    /**
     * Runs {@link #close()} on the executor of the leases.
     *
     * @return nothing, or the exception of {@link #close()}
     */
    CompletableFuture<@Nullable Void> closeAsync();
}
