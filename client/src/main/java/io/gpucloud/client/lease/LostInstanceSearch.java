package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.DurationText;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches the list for the instance of a create request whose outcome is unknown. The search ends after complete lists
 * over the whole window; with instances that may get a title, up to twice the window later. It ends at the latest after
 * twice the window, or four times if the rental may go on without the instance.
 */
final class LostInstanceSearch {

    private static final Logger LOG = LoggerFactory.getLogger(LostInstanceSearch.class);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Rental rental;
    private final CreationAttempt attempt;
    private final GpuCloudException failure;
    private final boolean mayGoOn;
    private final Stopwatch stopwatch;
    private final AbsenceProof proof;

    /** The instances that lists have shown and that the request may have made, and whether they are gone since. */
    private final Map<String, Sighting> seen = new LinkedHashMap<>();

    private record Sighting(Instance instance, AbsenceProof gone) {}

    /** {@code failure}: how the create request failed. */
    LostInstanceSearch(LeaseContext context, Rental rental, CreationAttempt attempt, GpuCloudException failure) {
        this.context = context;
        options = context.options();
        this.rental = rental;
        this.attempt = attempt;
        this.failure = failure;
        mayGoOn = options.soleUser() || options.ownerTitles();
        stopwatch = context.stopwatch();
        proof = new AbsenceProof(options.window());
    }

    /**
     * Polls the list, also when the thread is interrupted.
     *
     * @throws CreationOutcomeUnknownException if the instance is not found
     */
    Instance run() {
        try (UninterruptibleScope search = new UninterruptibleScope()) {
            while (true) {
                Optional<Instance> mine = poll();
                if (mine.isPresent()) {
                    LOG.warn("instance {} is adopted", mine.get().instanceUuid());
                    return mine.get();
                }
                search.sleep(stopwatch, options.interval());
            }
        } catch (CreationOutcomeUnknownException unknown) {
            throw unknown;
        } catch (RuntimeException broken) {
            // For example, the client was closed, or a candidate cannot be destroyed.
            CreationOutcomeUnknownException unknown = unknown(false, false);
            unknown.addSuppressed(broken);
            throw unknown;
        }
    }

    private Optional<Instance> poll() {
        Duration elapsed = stopwatch.elapsed();
        Listing<Instance> listed = list();
        // An incomplete list may hide the instance of the request, and may show an older one that looks new.
        boolean conclusive = listed != null && listed.provesAbsence();
        if (conclusive) {
            seen.values().removeIf(sighting -> sighting.gone().missing(elapsed));
        }
        List<Instance> free = listed == null ? List.of() : free(listed);
        see(free);
        List<Instance> complete = conclusive && attempt.knowsAllBefore() ? free : List.of();
        Optional<Instance> mine = claim(complete, false);
        if (mine.isPresent()) {
            return mine;
        }
        if (!conclusive) {
            proof.listed();
        }
        boolean missing = conclusive && proof.missing(elapsed);
        destroyOwnerless(complete);
        boolean mayGetTitle = options.ownerTitles() && !candidates().isEmpty();
        boolean over = missing && !mayGetTitle;
        Duration longest = options.window().multipliedBy(mayGoOn ? 4 : 2);
        if (over || elapsed.compareTo(longest) > 0 || isLeftToTheNextStart()) {
            return Optional.of(claim(complete, true)
                    .orElseThrow(() -> unknown(listed != null, over && mayGoOn && attempt.knowsAllBefore())));
        }
        return Optional.empty();
    }

    private Optional<Instance> claim(List<Instance> complete, boolean last) {
        return options.soleUser() ? context.state().claimLost(rental, attempt, complete, last) : Optional.empty();
    }

    /** The journal keeps the attempt, so that the search does not delay the end of the program. */
    private boolean isLeftToTheNextStart() {
        return context.isClosed() && options.journal() != null;
    }

    /** What no journal of another process names: the list before the request may have omitted it. */
    private List<Instance> free(List<Instance> listed) {
        return listed.stream()
                .filter(instance ->
                        !attempt.mayHaveMade(instance) || !context.journal().isOfAnother(instance.instanceUuid()))
                .toList();
    }

    private @Nullable Listing<Instance> list() {
        try {
            return context.client().instances().list();
        } catch (GpuCloudException unreadable) {
            LOG.warn("the list cannot be read: {}", unreadable.getMessage());
            return null;
        }
    }

    private void see(List<Instance> listed) {
        listed.stream()
                .filter(attempt::mayHaveMade)
                .forEach(instance ->
                        seen.put(instance.instanceUuid(), new Sighting(instance, new AbsenceProof(options.window()))));
    }

    /** Destroys instances that have no title for too long. */
    private void destroyOwnerless(List<Instance> complete) {
        if (!context.titlesTell()) {
            return;
        }
        List<Instance> ownerless = context.unnamed().ownerless(complete, context.elapsed());
        for (Instance mine : attempt.candidates(context.state().unclaimed(ownerless))) {
            LOG.warn("instance {} has no owner and is destroyed", mine.instanceUuid());
            context.destroy(mine.instanceUuid());
            context.limits().destroyed(attempt.creating().id(), mine.instanceUuid());
            seen.remove(mine.instanceUuid());
        }
    }

    /**
     * The instances that may be the one of the request. With {@link LeaseOptions#ownerTitles()}, one with a title has
     * another owner.
     */
    private List<Instance> candidates() {
        List<Instance> instances =
                seen.values().stream().map(Sighting::instance).toList();
        return attempt.candidates(context.state().unclaimed(instances).stream()
                .filter(instance -> !options.ownerTitles() || !InstanceTitle.isGiven(instance))
                .toList());
    }

    private CreationOutcomeUnknownException unknown(boolean listRead, boolean mayRepeat) {
        List<Instance> candidates = candidates();
        candidates.forEach(context.state()::name);
        CreationOutcomeUnknownException unknown = new CreationOutcomeUnknownException(
                summary(listRead, candidates) + ", after: " + failure.summary(),
                candidates,
                failure,
                mayRepeat && candidates.isEmpty());
        if (!unknown.mayRepeat()) {
            context.state().inDoubt.incrementAndGet();
            LOG.error("an instance that no lease owns may exist and cost money: {}", unknown.getMessage());
        }
        return unknown;
    }

    private String summary(boolean listRead, List<Instance> candidates) {
        if (candidates.isEmpty()) {
            return "an instance may have been created, and "
                    + (listRead
                            ? "none was listed within " + DurationText.of(options.window())
                            : "the list could not be read");
        }
        List<String> names = candidates.stream().map(Instance::instanceUuid).toList();
        return "an instance may have been created, and may be " + (names.size() == 1 ? "" : "one of ") + names;
    }
}
