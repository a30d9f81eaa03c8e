package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Rents instances, and owns them until they are destroyed or you keep them. Create one {@code Leases} per client and
 * share it. Close it before the client: closing destroys the instances of all open leases.
 *
 * <p>Guarantees, if new instances appear in the list within {@link LeaseOptions#window()}:
 *
 * <ul>
 *   <li>An instance that it created belongs to an open lease, is destroyed, or is named by an exception.
 *   <li>A create request that may have taken effect is never sent again in an account that others use.
 *       {@link AccountUse} says when it is in another account, and what happens to an instance that is listed then.
 *   <li>It touches only instances that it created, adopted by {@link #adopt} or found by {@link #sweep} or
 *       {@link #recover}.
 * </ul>
 *
 * <p>A create request may take effect although the response is HTTP 429. Before its next request, a rental looks for
 * such an instance in the list. No client can detect other false rejections, for example because of missing capacity.
 */
public interface Leases extends AutoCloseable {

    /**
     * Creates leases with {@link LeaseOptions#defaults()}, whose {@linkplain LeaseOptions.Builder#journalOfUser()
     * journal} is in a folder of the user. If an earlier program of this user was killed, its instances are destroyed
     * in the background, and the log names them.
     *
     * @throws LeaseJournalException if the folder cannot be used
     */
    static Leases of(GpuCloudClient client) {
        return of(client, LeaseOptions.defaults());
    }

    /**
     * Creates leases.
     *
     * @param client creates and destroys the instances; the leases use its {@link GpuCloudClient#timer() timer}
     * @throws LeaseJournalException if there is to be a journal and its directory cannot be used
     */
    static Leases of(GpuCloudClient client, LeaseOptions options) {
        return DefaultLeases.open(client, options);
    }

    /**
     * Creates an instance, sets its title to {@code OWNER.NONCE: TITLE}, waits until it runs, sets its shutdown timer,
     * and compares the timer with the instance list. Directly after the creation it also asks for a timer that is
     * {@link RentalPlan#bootTimeout()} later, for the case that this program is killed while the instance boots; a
     * service may reject that. If the title cannot be set, the rental continues, and a warning is logged once. If any
     * other step fails after the creation, the instance is destroyed before the exception is thrown. If it cannot be
     * destroyed, the exception has a suppressed {@link InstanceNotDestroyedException}. HTTP 429, HTTP 5xx and lost
     * responses do not fail these steps before {@link RentalPlan#bootTimeout()}.
     *
     * @return the lease of the running instance; if you do not close it, the instance runs until its shutdown timer
     * @throws NoMatchingGpuException if no GPU model of the plan is available; nothing was created
     * @throws CreationOutcomeUnknownException if it is unknown whether an instance was created, or which one it is
     * @throws WaitFailedException if the instance shuts down or disappears during the wait
     * @throws WaitTimeoutException if it does not run within the deadline
     * @throws TimerNotConfirmedException if the instance list contradicts the shutdown timer, or does not show it and
     *     the leases have {@link UnverifiedTimerPolicy#DESTROY}
     * @throws TagInUseException if the leases have {@link LeaseOptions#uniqueTags()}, and another lease with the tag of
     *     the plan is open or pending; nothing was created
     * @throws GpuCloudException if the create request, or a call before it, is rejected for another reason
     * @throws LeaseJournalException if the journal cannot be written; nothing was created
     * @throws SpendingLimitException if a limit of {@link LeaseOptions} does not allow it; nothing was created
     * @throws LeasesClosedException if the leases are closed, also during the rental
     * @throws IllegalStateException if the client is closed
     */
    InstanceLease rent(RentalPlan plan);

    /**
     * Rents as {@link #rent(RentalPlan)} does, until a future completes. Then the rental ends as a cancelled
     * {@link #rentAsync} does, and this method throws when that is done. So its exception names what is left, also an
     * instance whose creation is not certain. A future that completes too late has no effect.
     *
     * @param plan what to rent
     * @param stop ends the rental, however it completes
     * @return the lease of the running instance
     * @throws GpuCloudException as {@link #rent(RentalPlan)}, also if the rental was stopped
     * @throws IllegalStateException as {@link #rent(RentalPlan)}, also if the rental was stopped before a request
     */
    InstanceLease rent(RentalPlan plan, CompletableFuture<?> stop);

    /**
     * Rents on the executor of the leases. If you cancel the future, the rental ends immediately: it sends no further
     * create request, and destroys the instance if there is one. A create request in progress is completed first. If
     * its response is lost, the search for the instance is also completed.
     *
     * @return the lease, or the exception of {@link #rent}
     */
    CompletableFuture<InstanceLease> rentAsync(RentalPlan plan);

    /**
     * Leases an existing instance, for example a candidate of a {@link CreationOutcomeUnknownException}. It continues
     * as {@link #rent} does after the creation, but never starts the instance: start a stopped instance yourself. With
     * {@link AccountUse#OWNER_TITLES}, an instance without a title gets one.
     *
     * @param instanceUuid the instance
     * @param maxLifetime how long after now, or after the instance runs, the service is to shut it down; at least 5
     *     minutes. The shutdown may be later by up to the {@link LeaseOptions#clockTolerance()}, as with
     *     {@link RentalPlan#maxLifetime()}
     * @return the lease of the running instance
     * @throws IllegalArgumentException if the identifier is blank, or the lifetime is too short
     * @throws InstanceNotFoundException if the instance is not listed
     * @throws WaitFailedException if it is shut down or shutting down, or as {@link #rent}
     * @throws SpendingLimitException if a limit of {@link LeaseOptions} does not allow it; the instance runs on
     * @throws GpuCloudException as {@link #rent}
     * @throws IllegalStateException if it belongs to an open lease or is being destroyed, or the leases or the client
     *     are closed
     */
    InstanceLease adopt(String instanceUuid, Duration maxLifetime);

    /**
     * Sets the shutdown timer of a {@linkplain InstanceLease#keep() kept} instance to a later moment. It never destroys
     * the instance: if the call fails, the instance has its old end or, if the request may have taken effect, the new
     * one. {@link InstanceLease#extend} extends an open lease.
     *
     * @param instanceUuid an instance that a lease with this {@linkplain LeaseOptions#journal() journal} has kept
     * @param more how much later, positive
     * @return the comparison of the new timer with the instance list
     * @throws IllegalArgumentException if the identifier is blank, or the time is not positive
     * @throws IllegalStateException if the instance was not kept, the process that kept it runs, or the leases are
     *     closed
     * @throws SpendingLimitException if the {@link LeaseOptions#spendingLimit()} does not allow it; nothing was changed
     * @throws GpuCloudException if the timer cannot be set, for example because the instance does not run
     */
    ShutdownTimerVerification extendKept(String instanceUuid, Duration more);

    /**
     * Destroys an instance, and waits until it is missing from the list. A destroy request that is rejected or gets no
     * response is retried until {@link LeaseOptions#destroyDeadline()}, also after an interruption of the thread. Only
     * a closed client ends the retries immediately. A lease of the instance ends, also one of a rental that failed and
     * could not destroy it.
     *
     * @throws IllegalArgumentException if the identifier is blank
     * @throws InstanceNotDestroyedException if the instance is still listed at the deadline; this is also logged as an
     *     error
     */
    void destroyAndConfirm(String instanceUuid);

    /**
     * Finds instances that are no longer in use according to the criteria of {@link SweepCriteria}. It only finds them;
     * call {@link SweepPreview#destroy()} to destroy them. It never finds instances of open leases of this client, even
     * if the leases belong to other {@code Leases}.
     *
     * @param criteria which instances
     * @return the instances found
     * @throws GpuCloudException if the instances cannot be listed
     */
    SweepPreview sweep(SweepCriteria criteria);

    /**
     * Destroys, resumes or keeps the instances of processes that ended without closing their leases, as recorded in the
     * {@link LeaseOptions#journal()}. It does not touch the instances of running processes, instances that the journal
     * does not name, or those of another {@linkplain LeaseOptions#owner() owner}, which the log names.
     *
     * <p>The journal may contain create requests with an unknown outcome. A new instance is recovered for such a
     * request if its title has the nonce of the request. With {@link AccountUse#SOLE_USER} it is also recovered if it
     * has no other title, and not more instances are new than there are such requests. Otherwise it is reported as a
     * candidate.
     *
     * <p>While there are such requests, the call lasts twice the {@link LeaseOptions#window()} plus
     * {@link LeaseOptions#clockTolerance()} plus {@link LeaseOptions#interval()}. Closing the leases ends it earlier.
     * Recoveries of several processes divide the journal files among them. A second recovery of the same leases waits
     * for the first.
     *
     * <p>Your function decides about each instance once. If it throws, the instance stays in the journal. Instances
     * that are shut down or shutting down, and those whose time is over, cannot be leased again and are destroyed.
     *
     * @param decisions decides what to do with an instance, for example {@code found -> RecoveryDecision.DESTROY}
     * @return the recovered instances, and those that were not recovered
     * @throws LeaseJournalException if the journal cannot be read
     * @throws GpuCloudException if the instances cannot be listed; the journal stays as it is
     * @throws IllegalStateException if the leases have no journal, or the leases or the client are closed
     */
    RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions);

    /**
     * Returns the open leases whose shutdown timer is set, without a call. Instances that still boot are not included,
     * nor instances that never ran and could not be destroyed. {@link #close()} destroys these as well.
     *
     * @return a copy, in no particular order
     */
    List<InstanceLease> openLeases();

    /**
     * Returns the rentals that have no open lease yet, and what ended processes have left in the journal and no lease
     * holds yet, without a call. A recovery, also the one on start, lists at once what it is about.
     *
     * @return a copy, in no particular order
     */
    List<PendingLease> pending();

    /**
     * Returns the instances that a create request with an unknown outcome may have created, as the latest list showed
     * them, without a call. The request may be one of an ended process, as the {@link LeaseOptions#journal()} shows.
     *
     * @param tag the {@linkplain RentalPlan#tag() tag} of the plan
     * @return a copy, the likeliest one first
     * @throws LeaseJournalException if the journal cannot be read
     */
    List<Instance> candidates(String tag);

    /**
     * Returns what is known about the work of a rental, also before its instance is known and for 30 days after its
     * end, without a call.
     *
     * @param tag the {@linkplain RentalPlan#tag() tag} of the plan
     * @return what the plan said and {@link #put} has added, also in other processes with the
     *     {@link LeaseOptions#journal()}; a copy, which is empty for an unknown rental
     * @throws LeaseJournalException if the journal cannot be read
     */
    Map<String, String> data(String tag);

    /**
     * Remembers something about the work of a rental of these leases, as {@link InstanceLease#put} does, also while it
     * has no lease yet and after its end. Without such a rental, this has no effect.
     *
     * @param tag the {@linkplain RentalPlan#tag() tag} of the plan
     * @param key the key
     * @param value the value; replaces an earlier one
     * @throws IllegalArgumentException if all keys and values together have more than 4 KiB
     * @throws LeaseJournalException if the journal cannot be written
     */
    void put(String tag, String key, String value);

    /**
     * Reads the {@link LeaseOptions#journal()}, also what running processes have written, without a call.
     *
     * @return the entries in no particular order; empty without a journal
     * @throws LeaseJournalException if the journal cannot be read, or another user can write it
     */
    List<JournalEntry> journal();

    /**
     * Calculates what instances have cost, also those of ended leases and, with a {@link LeaseOptions#journal()}, of
     * other processes, without a call. Ended leases are known for 30 days.
     *
     * @param since from when; what an instance has cost before is not included
     * @return the costs in no particular order, without instances that had ended before
     * @throws LeaseJournalException if the journal cannot be read
     */
    List<RentalCost> costs(Instant since);

    /**
     * Returns numbers about all leases of this client, without a call.
     *
     * @return the numbers at this moment
     */
    LeaseStatistics statistics();

    /**
     * Ends pending rentals, adoptions and recoveries, then closes all open leases in parallel, or hands them over with
     * {@link OnClose#HAND_OVER}. Only create requests in progress are completed first. Pending and later rentals fail
     * with a {@link LeasesClosedException}. When it returns, the recovery and the watch in the background have ended.
     *
     * <p>With {@link AccountUse#OWNER_TITLES} and without a journal, closing takes up to twice the
     * {@link LeaseOptions#window()} more if an instance without a title may be that of a lost create request.
     *
     * @throws InstanceNotDestroyedException if an instance could not be destroyed; those of further instances are
     *     suppressed exceptions
     * @throws CreationOutcomeUnknownException if a cancelled rental may have created an instance, or a repeated create
     *     request may have created a late one and the list cannot be read until {@link LeaseOptions#destroyDeadline()};
     *     also as a suppressed exception
     */
    @Override
    void close();
}
