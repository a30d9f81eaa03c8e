package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates instances. After a create request whose outcome is unknown, it searches the list for the instance. */
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
        Creating creating = new Creating(title, client.timer().now(), false, request, before, terms);
        journal.require(creating, "the create request was not sent");
        CreationAttempt attempt = new CreationAttempt(creating, listed.provesAbsence(), options);
        tracker.sent(attempt);
        try {
            Instance created = request.create(once.instances());
            tracker.responded(attempt, created.instanceUuid());
            return owned(creating, created);
        } catch (GpuCloudException failure) {
            if (!failure.mayHaveTakenEffect()) {
                journal.record(new Over(creating.id()));
                throw failure;
            }
            return findLost(attempt, creating, failure);
        } catch (RuntimeException notSent) {
            // The client throws its own exceptions for everything that happens after the request is sent.
            journal.record(new Over(creating.id()));
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
            return owned(creating, new LostInstanceSearch(client, options, tracker, attempt, failure).run());
        } catch (CreationOutcomeUnknownException unknown) {
            if (!unknown.mayRepeat()) {
                journal.record(creating.asReported());
            } else if (options.soleUser()) {
                // The journal keeps the attempt without an outcome, so that a recovery finds an instance that is late.
                tracker.abandoned(attempt);
            } else {
                journal.record(new Over(creating.id()));
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
        FailureDetails facts = FailureDetails.of(request.operation()).withMayHaveTakenEffect(true);
        String summary = "the program failed: " + failure.getClass().getSimpleName();
        return new TransportException(summary, facts, true, failure);
    }

    /**
     * Destroys instances of create requests that were repeated because no instance was listed, if they are listed after
     * all.
     *
     * @param patience how long to repeat a list that fails, whatever the service responds
     * @throws InstanceNotDestroyedException for the first that is left; those of further instances are suppressed
     *     exceptions
     * @throws CreationOutcomeUnknownException if there may be such instances, and the list cannot be read
     */
    void destroyLate(Duration patience) {
        if (!tracker.hasAbandoned()) {
            return;
        }
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        for (Instance late : tracker.late(patience.isZero() ? client.instances().list() : list(patience))) {
            if (tracker.claim(late.instanceUuid())) {
                LOG.warn(
                        "instance {} of a repeated create request is listed late and is destroyed",
                        late.instanceUuid());
                try {
                    new InstanceDestroyer(client, options, late.instanceUuid()).run();
                } catch (InstanceNotDestroyedException undone) {
                    tracker.release(late.instanceUuid());
                    left.add(undone);
                }
            }
        }
        if (!left.isEmpty()) {
            left.stream().skip(1).forEach(left.get(0)::addSuppressed);
            throw left.get(0);
        }
    }

    private Listing<Instance> list(Duration patience) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        BackOff pauses = new BackOff(options.interval());
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                work.goOn();
                try {
                    return client.instances().list();
                } catch (GpuCloudException unreadable) {
                    if (stopwatch.hasReached(patience)) {
                        String summary =
                                "instances of repeated create requests may exist, and the list could not be read";
                        throw new CreationOutcomeUnknownException(summary, List.of(), unreadable);
                    }
                    work.sleep(stopwatch, pauses.after(unreadable));
                }
            }
        }
    }
}
