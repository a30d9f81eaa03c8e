package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoOfferException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Rents instances, and owns them until they are destroyed or given away. Make one for a client and share it; close it before
 * the client, which closes what is still open.
 *
 * <p>What it guarantees, as long as lists lag less than {@link LeaseOptions#window()}: an instance that it created belongs to
 * an open lease, is destroyed, or is named by an exception; a creation is never sent again after one that may have taken
 * effect; nothing is touched that it did not create, adopt by {@link #adopt} or sweep by {@link #sweep}. No client can see
 * through a refusal that is none: a creation that takes effect and returns, for example, HTTP 429.
 */
public interface Leases extends AutoCloseable {

    /**
     * Leases on a client, with {@link LeaseOptions#defaults()}.
     *
     * @param client creates and destroys; its timer is the time of the leases
     * @return the leases
     */
    static Leases of(GpuCloudClient client) {
        return of(client, LeaseOptions.defaults());
    }

    /**
     * Leases on a client.
     *
     * @param client creates and destroys; its timer is the time of the leases
     * @param options how to look after instances
     * @return the leases
     * @throws LeaseJournalException if a journal is set and cannot be created
     */
    static Leases of(GpuCloudClient client, LeaseOptions options) {
        return ClientLeases.open(client, options);
    }

    /**
     * Creates an instance, gives it the title {@code OWNER: TITLE}, waits until it runs, sets its shutdown timer, and compares the
     * timer with the instance list. If the title cannot be set, the rental goes on, and a warning is logged once. If anything else fails after the creation, the
     * instance is destroyed before the exception is thrown; should that fail too, an {@link InstanceNotDestroyedException} is
     * among the suppressed ones.
     *
     * @param plan what to rent
     * @return the lease of the running instance; close it, or the instance lives until its timer, if that is verified
     * @throws NoOfferException if no GPU model of the plan is to be had; nothing was created
     * @throws CreationUnknownException if it is unknown whether an instance was created, or which one it is
     * @throws WaitFailedException if the instance shuts down or disappears while it is waited for
     * @throws WaitTimeoutException if it does not run within the deadline
     * @throws TimerNotConfirmedException if the instance list contradicts the shutdown timer, or does not show it and the leases have
     *     {@link UnverifiedTimer#DESTROY}
     * @throws GpuCloudException if the creation, or a call before it, is refused for another reason
     * @throws LeaseJournalException if the journal cannot be written; nothing was created
     * @throws IllegalStateException if the leases or the client are closed
     */
    InstanceLease rent(RentalPlan plan);

    /**
     * Rents on the executor of the leases. To cancel the future gives the instance back as soon as it runs.
     *
     * @param plan what to rent
     * @return the lease, or the exception of {@link #rent}
     */
    CompletableFuture<InstanceLease> rentAsync(RentalPlan plan);

    /**
     * Takes an instance that is there already, for example a candidate of a {@link CreationUnknownException}; from then on as
     * {@link #rent}. It is not started: a startup stays with its GPU model, and is yours to do.
     *
     * @param instanceUuid the instance
     * @param maxLifetime after how long from its run, or from now, the service is to shut it down; at least 5 minutes.
     *     It may be later by up to the {@link LeaseOptions#clockTolerance()}, as with {@link RentalPlan#maxLifetime()}
     * @return the lease of the running instance
     * @throws IllegalArgumentException if the identifier is blank, or the instance is not listed, is shut down or shutting down,
     *     belongs to an open lease, or is being swept; it is not touched
     * @throws GpuCloudException as {@link #rent}
     * @throws IllegalStateException if the leases or the client are closed
     */
    InstanceLease adopt(String instanceUuid, Duration maxLifetime);

    /**
     * Destroys an instance and sees it gone. A destruction that is refused or not answered is repeated until the instance is
     * missing from the list, or {@link LeaseOptions#destroyDeadline()} is over; a refused key or a closed client
     * ends it at once. An interruption does not.
     *
     * @param instanceUuid the instance
     * @throws IllegalArgumentException if the identifier is blank
     * @throws InstanceNotDestroyedException if it is not gone in time; it is logged as an error, too
     */
    void destroyAndConfirm(String instanceUuid);

    /**
     * Destroys an instance and sees it gone, on the executor of the leases.
     *
     * @param instanceUuid the instance
     * @return nothing, or the exception of {@link #destroyAndConfirm}
     */
    CompletableFuture<@Nullable Void> destroyAndConfirmAsync(String instanceUuid);

    /**
     * Finds instances that nobody uses any more, as far as {@link Sweep} can tell. Destroys nothing: {@link SweepPreview#destroy()} does.
     * Instances of open leases of this client are never found, whichever {@code Leases} they belong to.
     *
     * @param sweep which instances
     * @return the instances found
     * @throws GpuCloudException if the instances cannot be listed
     * @throws LeaseJournalException if the journal of the leases cannot be read
     */
    SweepPreview sweep(Sweep sweep);

    /**
     * Sweeps on the executor of the leases.
     *
     * @param sweep which instances
     * @return the instances found, or the exception of {@link #sweep}
     */
    CompletableFuture<SweepPreview> sweepAsync(Sweep sweep);

    /**
     * Destroys or adopts what processes left that ended without closing their leases, as the {@link LeaseOptions#journal()} shows.
     * The instances of processes that still run are not touched, nor any that the journal does not name. A create request whose
     * outcome the journal does not know counts as ours only for an instance that has its title, or if no more new instances
     * match its pod or image, GPU model and GPU count than there are such requests, and no program has renamed them.
     *
     * <p>This takes up to twice the {@link LeaseOptions#window()} and the {@link LeaseOptions#clockTolerance()} after such a request.
     * Closing the leases ends it earlier. Two recoveries at the same time share the files; the second of the same leases waits for the
     * first.
     *
     * @param recovery whether to destroy or to adopt
     * @return what was recovered and what was not
     * @throws LeaseJournalException if the journal cannot be read
     * @throws GpuCloudException if the instances cannot be listed; the journal stays as it is
     * @throws IllegalStateException if the leases have no journal, or the leases or the client are closed
     */
    RecoveryReport recover(Recovery recovery);

    /**
     * Recovers on the executor of the leases.
     *
     * @param recovery whether to destroy or to adopt
     * @return what was recovered and what was not, or the exception of {@link #recover}
     */
    CompletableFuture<RecoveryReport> recoverAsync(Recovery recovery);

    /**
     * The leases that are open now, and whose timer is set: an instance that boots is not among them, nor one that never ran
     * and could not be destroyed. {@link #close()} closes those, too. No call.
     *
     * @return a copy, in no order
     */
    List<InstanceLease> openLeases();

    /**
     * Waits for creations on their way, then closes all open leases at once. Nothing can be rented after that.
     *
     * @throws InstanceNotDestroyedException if an instance is not gone in time; others are among the suppressed ones
     */
    @Override
    void close();
}
