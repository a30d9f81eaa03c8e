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

    /** Destroys instances of create requests that were repeated because no instance was listed, if they are listed after all. */
    void destroyLate() {
        if (!tracker.hasAbandoned()) {
            return;
        }
        for (Instance late : tracker.late(client.instances().list())) {
            if (tracker.claim(late.instanceUuid())) {
                LOG.warn(
                        "instance {} of a repeated create request is listed late and is destroyed",
                        late.instanceUuid());
                new InstanceDestroyer(client, options, late.instanceUuid()).run();
            }
        }
    }
}
