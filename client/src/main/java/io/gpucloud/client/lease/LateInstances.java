package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instances that are listed although they should not exist: those of create requests that were given up because no list
 * had shown them, and those that were destroyed. The ones that certainly are ours are destroyed, and the others named.
 */
final class LateInstances {

    private static final Logger LOG = LoggerFactory.getLogger(LateInstances.class);

    /** A list, and when it was read: what had no title then may have one now. */
    private record Seen(Listing<Instance> listed, Duration at) {}

    private LateInstances() {}

    /**
     * Looks for them in a list. A rental goes on if this fails: the next rental, or the end of the leases, tries again.
     */
    static void lookFor(LeaseContext context, Listing<Instance> listed) {
        try {
            List<CreationAttempt> attempts = context.state().lateAttempts(context);
            List<Instance> doubtful = settle(context, new Seen(listed, context.elapsed()), false);
            if (!doubtful.isEmpty()) {
                context.unreported().add(unknown(attempts.get(0), doubtful));
            }
        } catch (RuntimeException failure) {
            LOG.warn("instances that no lease owns may be left: {}", failure.getMessage());
        }
    }

    /**
     * Looks for them at the end of the leases.
     *
     * @throws InstanceNotDestroyedException for the first that is left; those of further instances are suppressed
     *     exceptions
     * @throws CreationOutcomeUnknownException if an instance may be ours, or the list cannot be read until the
     *     {@link LeaseOptions#destroyDeadline()}
     */
    static void lookFor(LeaseContext context) {
        List<CreationAttempt> attempts = context.state().lateAttempts(context);
        if (attempts.isEmpty() && !context.state().mayComeBack(context.options().window())) {
            return;
        }
        // Nothing but these leases knows the others: no caller, and no journal.
        boolean hasJournal = context.options().journal() != null;
        boolean unnamed = !hasJournal
                && attempts.stream().anyMatch(attempt -> !attempt.creating().reported());
        Duration patience = unnamed ? context.options().destroyDeadline() : Duration.ZERO;
        Optional<Seen> listed = hasJournal ? list(context, patience) : listWithoutUndecided(context, patience);
        List<Instance> doubtful =
                listed.map(seen -> settle(context, seen, !hasJournal)).orElse(List.of());
        if (!doubtful.isEmpty() || (unnamed && listed.isEmpty())) {
            throw unknown(attempts.get(0), doubtful);
        }
    }

    /**
     * The list, as soon as no instance may get its title any more; at the latest after twice the window, or when the
     * list cannot be read again.
     */
    private static Optional<Seen> listWithoutUndecided(LeaseContext context, Duration patience) {
        Stopwatch stopwatch = context.stopwatch();
        Duration longest = context.options()
                .window()
                .multipliedBy(2)
                .plus(context.options().interval());
        Optional<Seen> listed = Optional.empty();
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                Optional<Seen> latest = list(context, patience);
                listed = latest.isPresent() ? latest : listed;
                List<Instance> undecided =
                        latest.map(seen -> undecided(context, seen)).orElse(List.of());
                if (undecided.isEmpty() || stopwatch.hasReached(longest)) {
                    return listed;
                }
                LOG.info(
                        "waiting for titles of {}",
                        undecided.stream().map(Instance::instanceUuid).toList());
                try {
                    work.sleep(stopwatch, context.options().interval());
                } catch (RuntimeException broken) {
                    LOG.warn("cannot wait: {}", broken.toString());
                    return listed;
                }
            }
        }
    }

    /** Instances of late attempts or of other programs, which may still get the title of their owner. */
    private static List<Instance> undecided(LeaseContext context, Seen seen) {
        if (!context.titlesTell()) {
            return List.of();
        }
        List<Instance> ownerless = context.unnamed().ownerless(seen.listed(), seen.at());
        return seen.listed().stream()
                .filter(instance -> !InstanceTitle.isGiven(instance)
                        && !ownerless.contains(instance)
                        && attempt(context, instance).isPresent())
                .toList();
    }

    private static CreationOutcomeUnknownException unknown(CreationAttempt attempt, List<Instance> doubtful) {
        FailureDetails facts =
                FailureDetails.of(attempt.creating().request().operation()).withMayHaveTakenEffect(true);
        String summary = "instances of create requests without a known outcome "
                + (doubtful.isEmpty()
                        ? "may exist, and the list could not be read"
                        : "may be "
                                + doubtful.stream().map(Instance::instanceUuid).toList());
        return new CreationOutcomeUnknownException(
                summary, doubtful, new TransportException(summary, facts, true, null));
    }

    /**
     * Destroys the instances that are ours. Returns those that may be ours and that nothing has named before; in the
     * {@code last} list, also those that may still get the title of another owner.
     */
    private static List<Instance> settle(LeaseContext context, Seen seen, boolean last) {
        RentalState state = context.state();
        Listing<Instance> listed = seen.listed();
        if (listed.provesAbsence()) {
            state.looked(seen.at());
        }
        List<CreationAttempt> late = state.lateAttempts(context);
        // An attempt with candidates stays until they are gone: one of them may cost money for it.
        late.stream()
                .filter(attempt -> attempt.isOver(context.client().timer().now()) && listed.provesAbsence())
                .forEach(attempt -> {
                    List<Instance> candidates = attempt.candidates(state.unclaimed(listed));
                    if (candidates.isEmpty()) {
                        settled(context, attempt);
                    } else {
                        state.narrowed(attempt, attempt.among(candidates));
                    }
                });
        List<Instance> ownerless = context.unnamed().ownerless(listed, seen.at());
        List<Instance> undecided = last ? List.of() : undecided(context, seen);
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        List<Instance> doubtful = new ArrayList<>();
        for (Instance instance : listed) {
            Optional<CreationAttempt> attempt = attempt(context, instance);
            boolean isOurs = attempt.filter(made -> context.isOurs(made, instance, ownerless.contains(instance)))
                    .isPresent();
            if (isOurs || state.wasDestroyed(instance.instanceUuid())) {
                LOG.warn("instance {} is listed late or again, and is destroyed", instance.instanceUuid());
                try {
                    long now = state.changes();
                    if (state.whileSeized(
                            now, instance.instanceUuid(), () -> context.destroy(instance.instanceUuid()))) {
                        attempt.ifPresent(made -> {
                            context.journal().record(made.creating().made(instance.instanceUuid()));
                            settled(context, made);
                        });
                    }
                } catch (InstanceNotDestroyedException undone) {
                    left.add(undone);
                }
            } else if (attempt.isPresent()
                    && !undecided.contains(instance)
                    && !(context.options().ownerTitles() && InstanceTitle.isGiven(instance))
                    && state.name(instance)) {
                LOG.error("instance {} may be one that no lease owns, and cost money", instance.instanceUuid());
                doubtful.add(instance);
            }
        }
        if (!left.isEmpty()) {
            left.stream().skip(1).forEach(left.get(0)::addSuppressed);
            throw left.get(0);
        }
        return doubtful;
    }

    /** The likeliest late attempt that may have made an instance, unless something else may have made it. */
    private static Optional<CreationAttempt> attempt(LeaseContext context, Instance instance) {
        RentalState state = context.state();
        return state.unclaimed(List.of(instance)).isEmpty() || state.mayBeMaking(instance)
                ? Optional.empty()
                : state.lateAttempts(context).stream()
                        .filter(attempt -> attempt.mayHaveMade(instance))
                        .min(Comparator.comparingInt(attempt -> attempt.doubts(instance)))
                        .filter(made -> !context.journal().isOfAnother(instance.instanceUuid()));
    }

    private static void settled(LeaseContext context, CreationAttempt attempt) {
        context.state().settled(attempt);
        context.journal().record(new Over(attempt.creating().id()));
    }

    /** The list; empty if it cannot be read within the {@code patience}, whatever the service responds. */
    private static Optional<Seen> list(LeaseContext context, Duration patience) {
        Stopwatch stopwatch = context.stopwatch();
        BackOff pauses = new BackOff(context.options().interval());
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                work.goOn();
                try {
                    return Optional.of(new Seen(context.client().instances().list(), context.elapsed()));
                } catch (GpuCloudException unreadable) {
                    if (stopwatch.hasReached(patience)) {
                        return Optional.empty();
                    }
                    work.sleep(stopwatch, pauses.after(unreadable));
                }
            }
        }
    }
}
