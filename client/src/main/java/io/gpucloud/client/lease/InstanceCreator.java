package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates instances. If the outcome of a create request is unknown, this class searches the list for the instance.
 */
final class InstanceCreator {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceCreator.class);

    private final GpuCloudClient client;

    /** Without retries: the rental repeats a create request itself, so that it can be cancelled in a pause. */
    private final GpuCloudClient once;

    private final LeaseOptions options;
    private final CreationTracker tracker;
    private final LeaseJournal journal;

    InstanceCreator(GpuCloudClient client, LeaseOptions options, CreationTracker tracker, LeaseJournal journal) {
        this.client = client;
        once = client.withOptions(changed -> changed.maxAttempts(1));
        this.options = options;
        this.tracker = tracker;
        this.journal = journal;
    }

    /**
     * Creates an instance. The title is set later.
     *
     * @throws CreationOutcomeUnknownException if it is unknown whether it was created, or which instance it is
     * @throws GpuCloudException if it certainly was not created
     * @throws LeaseJournalException if the attempt cannot be recorded; nothing was sent
     */
    OwnedInstance create(InstanceRequest request, String title, LeaseTerms terms, Cancellation cancellation) {
        Listing<Instance> listed = client.instances().list();
        // A search that is interrupted might not name what it has found.
        return cancellation.complete(() -> create(request, title, terms, listed));
    }

    private OwnedInstance create(InstanceRequest request, String title, LeaseTerms terms, Listing<Instance> listed) {
        Set<String> before = listed.stream().map(Instance::instanceUuid).collect(Collectors.toSet());
        Creating creating = journal.creating(request, before, title, terms);
        CreationAttempt attempt = new CreationAttempt(creating, listed.provesAbsence(), options);
        tracker.sent(attempt);
        try {
            Instance created = request.create(once.instances());
            tracker.responded(attempt, created.instanceUuid());
            return owned(creating, created);
        } catch (GpuCloudException failure) {
            if (!failure.mayHaveTakenEffect()) {
                journal.record(creating.withoutInstance());
                throw failure;
            }
            return findLost(attempt, creating, failure);
        } catch (RuntimeException notSent) {
            // The client throws its own exceptions for everything that happens after the request is sent.
            journal.record(creating.withoutInstance());
            throw notSent;
        } catch (Error failure) {
            // An error does not show whether the request took effect.
            return findLost(attempt, creating, inDoubt(request, failure));
        } finally {
            tracker.over(attempt);
        }
    }

    private OwnedInstance findLost(CreationAttempt attempt, Creating creating, GpuCloudException failure) {
        tracker.lost(attempt);
        try {
            return owned(creating, find(attempt, failure));
        } catch (CreationOutcomeUnknownException unknown) {
            if (!unknown.mayRepeat()) {
                journal.record(creating.asReported());
            } else if (options.soleUser()) {
                // The journal keeps the attempt without an outcome, so that a recovery finds an instance that is late.
                tracker.abandoned(attempt);
            } else {
                journal.record(creating.withoutInstance());
            }
            throw unknown;
        }
    }

    private OwnedInstance owned(Creating creating, Instance made) {
        Leased record = creating.made(made.instanceUuid());
        journal.record(record);
        return new OwnedInstance(made, record);
    }

    private static GpuCloudException inDoubt(InstanceRequest request, Error failure) {
        FailureDetails facts =
                FailureDetails.of(InstanceRequest.operation(request.podUuid())).withMayHaveTakenEffect(true);
        String summary = "the program failed: " + failure.getClass().getSimpleName();
        return new TransportException(summary, facts, true, failure);
    }

    /**
     * Ends with the first complete list after the window. If the rental may go on without the instance, complete lists over the whole window
     * are necessary, and instances without a title may need twice the window. Ends later if no list is complete.
     */
    private Instance find(CreationAttempt attempt, GpuCloudException failure) {
        LOG.warn(
                "it is unknown whether an instance was created; searching the instance list: {}", failure.getMessage());
        Sightings seen = new Sightings(attempt, options.window());
        try (UninterruptibleScope search = new UninterruptibleScope()) {
            return find(attempt, failure, seen, search);
        } catch (CreationOutcomeUnknownException unknown) {
            throw unknown;
        } catch (RuntimeException broken) {
            // For example, the client was closed, or a candidate cannot be destroyed.
            CreationOutcomeUnknownException unknown = unknown(false, seen, failure, false);
            unknown.addSuppressed(broken);
            throw unknown;
        }
    }

    private Instance find(
            CreationAttempt attempt, GpuCloudException failure, Sightings seen, UninterruptibleScope search) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        AbsenceProof proof = new AbsenceProof(options.window());
        UnnamedInstances unnamed = new UnnamedInstances(options);
        boolean mayGoOn = options.soleUser() || options.ownerTitles();
        Duration longest = options.window().multipliedBy(mayGoOn ? 4 : 2);
        while (true) {
            Duration elapsed = stopwatch.elapsed();
            Listing<Instance> listed = list();
            seen.add(listed == null ? List.of() : listed, elapsed);
            // An incomplete list may hide the instance of the request, and may show an older one that looks new.
            boolean conclusive = listed != null && listed.provesAbsence();
            List<Instance> complete = listed != null && conclusive && attempt.knowsAllBefore() ? listed : List.of();
            Optional<Instance> mine = options.soleUser() ? tracker.claimFor(attempt, complete) : Optional.empty();
            if (mine.isPresent()) {
                LOG.warn("instance {} is adopted", mine.get().instanceUuid());
                return mine.get();
            }
            if (!conclusive) {
                proof.listed();
            }
            boolean missing = conclusive && proof.missing(elapsed);
            boolean undecided = isUndecided(attempt, complete, seen, unnamed, elapsed) || (mayGoOn && !missing);
            boolean over = conclusive && !undecided && elapsed.compareTo(options.window()) >= 0;
            if (over || elapsed.compareTo(longest) > 0) {
                throw unknown(listed != null, seen, failure, over && mayGoOn && attempt.knowsAllBefore());
            }
            search.sleep(stopwatch, options.interval());
        }
    }

    /** Destroys instances that have no title for too long. Returns whether there are others that may get one. */
    private boolean isUndecided(
            CreationAttempt attempt,
            List<Instance> listed,
            Sightings seen,
            UnnamedInstances unnamed,
            Duration elapsed) {
        if (!options.ownerTitles()) {
            return false;
        }
        List<Instance> candidates = tracker.unclaimed(listed).stream()
                .filter(attempt::mayHaveMadeInTime)
                .filter(instance -> !InstanceTitle.isGiven(instance))
                .toList();
        for (Instance ownerless : unnamed.ownerless(candidates, elapsed)) {
            LOG.warn("instance {} has no owner and is destroyed", ownerless.instanceUuid());
            new InstanceDestroyer(client, options, ownerless.instanceUuid()).run();
            seen.remove(ownerless);
        }
        return tracker.unclaimed(seen.instances()).stream().anyMatch(instance -> !InstanceTitle.isGiven(instance));
    }

    private @Nullable Listing<Instance> list() {
        try {
            return client.instances().list();
        } catch (GpuCloudException unreadable) {
            LOG.warn("the list cannot be read: {}", unreadable.getMessage());
            return null;
        }
    }

    private CreationOutcomeUnknownException unknown(
            boolean listRead, Sightings seen, GpuCloudException failure, boolean mayRepeat) {
        List<Instance> candidates = tracker.unclaimed(seen.instances()).stream()
                .filter(instance -> !options.ownerTitles() || !InstanceTitle.isGiven(instance))
                .toList();
        CreationOutcomeUnknownException unknown = new CreationOutcomeUnknownException(
                summary(listRead, candidates) + ", after: " + failure.summary(),
                candidates,
                failure,
                mayRepeat && candidates.isEmpty());
        if (!unknown.mayRepeat()) {
            SharedLeaseState.of(client).inDoubt().incrementAndGet();
            LOG.error("an instance that no lease owns may exist and cost money: {}", unknown.getMessage());
        }
        return unknown;
    }

    private String summary(boolean listRead, List<Instance> candidates) {
        if (candidates.isEmpty()) {
            return "an instance may have been created, and "
                    + (listRead ? "none was listed within " + options.window() : "the list could not be read");
        }
        List<String> names = candidates.stream().map(Instance::instanceUuid).toList();
        return "an instance may have been created, and may be " + (names.size() == 1 ? "" : "one of ") + names;
    }
}
