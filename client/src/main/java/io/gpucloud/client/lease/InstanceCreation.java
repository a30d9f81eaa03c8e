package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.Rental.Step;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The create requests of a rental and what follows from their outcome. A response counts if its instance can be the one
 * of the request; if not, or if the outcome is unknown, the instance is searched.
 */
final class InstanceCreation {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceCreation.class);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final LeaseTerms terms;
    private final Rental rental;
    private volatile @Nullable CreationAttempt attempt;

    InstanceCreation(LeaseContext context, LeaseTerms terms, Rental rental) {
        this.context = context;
        options = context.options();
        this.terms = terms;
        this.rental = rental;
    }

    /** The last create request, which is in progress in some steps only; null before. */
    @Nullable
    CreationAttempt attempt() {
        return attempt;
    }

    /**
     * Sends a create request that the journal has. Without retries: the rental repeats it itself, so that it can be
     * cancelled in a pause.
     *
     * @throws CreationOutcomeUnknownException if it is unknown whether it was created, or which instance it is
     * @throws GpuCloudException if it certainly was not created
     * @throws SpendingLimitException if a limit does not allow it; nothing was sent
     */
    Instance send(CreationAttempt sent, BigDecimal hourly) {
        Creating creating = sent.creating();
        attempt = sent;
        // The instance may be listed before its response arrives.
        rental.enter(Step.CREATE);
        try {
            // After the journal, so that a recovery ends what a killed process has reserved.
            context.limits().reserve(creating.id(), null, hourly, terms.lifetime());
            rental.event(LeaseEvent.Type.CREATING, null);
            Instance created = creating.request().create(once().instances());
            if (sent.mayHaveMade(created)
                    && !hasTitleOfAnother(created.instanceUuid(), sent)
                    && context.state().claimCreated(rental, created.instanceUuid())
                    && recordAlone(creating, created.instanceUuid())) {
                return created;
            }
            return search(sent, notCreated(creating.request(), created));
        } catch (GpuCloudException failure) {
            if (failure.mayHaveTakenEffect()) {
                return search(sent, failure);
            }
            context.journal().record(new Over(creating.id()));
            throw failure;
        } catch (RuntimeException notSent) {
            // The client throws its own exceptions for everything that happens after the request is sent.
            context.journal().record(new Over(creating.id()));
            throw notSent;
        } catch (Error failure) {
            // An error does not show whether the request took effect.
            String summary = "the program failed: " + failure.getClass().getSimpleName();
            return search(sent, inDoubt(creating.request(), summary, failure));
        } finally {
            rental.enter(Step.MODEL);
        }
    }

    private GpuCloudClient once() {
        return context.client().withOptions(changed -> changed.maxAttempts(1));
    }

    /** Whether the title in the list names another owner. A new title would hide that. */
    private boolean hasTitleOfAnother(String created, CreationAttempt sent) {
        return !options.soleUser()
                && listOnce().stream()
                        .anyMatch(listed -> listed.instanceUuid().equals(created) && !sent.mayHaveMade(listed));
    }

    /** Empty if the list cannot be read: then the response counts. */
    private List<Instance> listOnce() {
        try {
            return once().instances().list();
        } catch (RuntimeException unreadable) {
            LOG.debug("the list cannot be read: {}", unreadable.getMessage());
            return List.of();
        }
    }

    /**
     * Records the instance. Returns false if another journal names it too: of two that got one identifier, at least one
     * looks after both have recorded it. If the others cannot be read, the response counts.
     */
    private boolean recordAlone(Creating creating, String created) {
        context.journal().record(creating.made(created));
        try {
            if (!context.journal().isOfAnother(created)) {
                return true;
            }
        } catch (LeaseJournalException unreadable) {
            LOG.warn("instance {} may have another owner: {}", created, unreadable.getMessage());
            return true;
        }
        context.journal().record(creating);
        return false;
    }

    /** If the instance is not found, it may be listed later: then {@link LateInstances} end it, or a recovery. */
    private Instance search(CreationAttempt lost, GpuCloudException failure) {
        rental.enter(Step.SEARCH);
        rental.event(LeaseEvent.Type.IN_DOUBT, failure);
        try {
            Instance found = new LostInstanceSearch(context, rental, lost, failure).run();
            context.journal().record(lost.creating().made(found.instanceUuid()));
            return found;
        } catch (CreationOutcomeUnknownException unknown) {
            boolean leftToTheNextStart = context.isClosed() && options.journal() != null;
            if (unknown.mayRepeat() || leftToTheNextStart) {
                context.state().late(context, lost);
            } else {
                Creating reported = lost.creating().asReported();
                context.journal().record(reported);
                context.state().late(context, new CreationAttempt(reported, lost.knowsAllBefore(), options));
            }
            context.watch();
            throw unknown;
        }
    }

    /** Another rental may have got the same identifier at the same moment. The later title counts. */
    void leaveIfOfAnother(DefaultInstanceLease owned) {
        CreationAttempt sent = attempt;
        if (sent != null && !options.soleUser() && !sent.mayHaveMade(owned.instance())) {
            owned.keep();
            context.journal().record(sent.creating());
            // Throws: only the sole user of an account takes an instance without a response that names it.
            search(sent, notCreated(sent.creating().request(), owned.instance()));
        }
    }

    /**
     * The instance was gone before its rental destroyed it. A replica that got the same identifier may have done so.
     * Then the instance of this rental is another one, and may still be listed.
     */
    void wasGone(DefaultInstanceLease owned) {
        CreationAttempt sent = attempt;
        boolean mayHaveAnother = options.ownerTitles() || !owned.hasTimer();
        if (sent != null
                && mayHaveAnother
                && !options.soleUser()
                && !sent.isOver(context.client().timer().now())) {
            context.journal().record(sent.creating());
            context.state().late(context, sent);
        }
    }

    private static GpuCloudException notCreated(InstanceRequest request, Instance other) {
        String summary = "the response names instance " + other.instanceUuid() + ", which this request did not create";
        return inDoubt(request, summary, null);
    }

    private static GpuCloudException inDoubt(InstanceRequest request, String summary, @Nullable Throwable cause) {
        FailureDetails facts = FailureDetails.of(request.operation()).withMayHaveTakenEffect(true);
        return new TransportException(summary, facts, true, cause);
    }
}
