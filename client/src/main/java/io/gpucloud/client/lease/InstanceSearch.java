package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.DurationText;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads lists until the ledger knows the instance of a create request without an outcome. It ends after complete lists
 * over the whole window; at the latest after twice the window, or four times if the rental may go on without the
 * instance.
 */
final class InstanceSearch {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceSearch.class);
    private static final int FEWEST_LISTS = 3;

    private final LeaseContext context;
    private final LeaseOptions options;
    private final SharedLedger ledger;
    private final String nonce;
    private final GpuCloudException failure;
    private final boolean mayGoOn;
    private final Stopwatch stopwatch;

    /** The candidates that lists have shown. A list without one of them may be wrong. */
    private final Map<String, Sighting> seen = new LinkedHashMap<>();

    private Duration conclusiveSince = Duration.ZERO;
    private int conclusiveLists;
    private boolean listRead;

    /** {@code missingSince}: null if the latest conclusive list showed it. */
    private record Sighting(Instance instance, @Nullable Duration missingSince) {}

    /** {@code failure}: how the create request failed. */
    InstanceSearch(LeaseContext context, String nonce, GpuCloudException failure) {
        this.context = context;
        options = context.options();
        ledger = context.ledger();
        this.nonce = nonce;
        this.failure = failure;
        mayGoOn =
                options.soleUser() || options.ownerTitles() || ledger.get(nonce).isLimited();
        stopwatch = context.stopwatch();
    }

    /**
     * Polls the list, also when the thread is interrupted.
     *
     * @throws CreationOutcomeUnknownException if the instance is not found
     */
    Instance run() {
        try (UninterruptibleScope search = new UninterruptibleScope()) {
            while (true) {
                List<Decision> decisions = look();
                LeaseRecord record = ledger.get(nonce);
                if (record.state() == LeaseState.BOOTING) {
                    String found = Objects.requireNonNull(record.instanceUuid());
                    return Objects.requireNonNull(ledger.with(known -> known.listed(found)));
                }
                destroyOwnerless();
                requireNotOver(decisions);
                search.sleep(stopwatch, options.interval());
            }
        } catch (CreationOutcomeUnknownException unknown) {
            throw unknown;
        } catch (RuntimeException broken) {
            // For example, the client was closed, or a candidate cannot be destroyed.
            CreationOutcomeUnknownException unknown = unknown(false);
            unknown.addSuppressed(broken);
            throw unknown;
        }
    }

    private List<Decision> look() {
        List<Decision> decisions;
        try {
            decisions = context.look();
            listRead = true;
        } catch (GpuCloudException unreadable) {
            LOG.warn("the list cannot be read: {}", unreadable.getMessage());
            listRead = false;
            decisions = List.of();
        }
        boolean conclusive = listRead && ledger.with(Ledger::isListComplete);
        if (!conclusive) {
            conclusiveLists = 0;
        } else if (conclusiveLists++ == 0) {
            conclusiveSince = stopwatch.elapsed();
        }
        if (listRead) {
            see(conclusive);
        }
        return decisions;
    }

    private void see(boolean conclusive) {
        Duration now = stopwatch.elapsed();
        for (Instance candidate : ledger.candidates(nonce)) {
            seen.put(candidate.instanceUuid(), new Sighting(candidate, null));
        }
        if (conclusive) {
            seen.replaceAll((instanceUuid, sighting) ->
                    sighting.missingSince() != null || ledger.with(known -> known.listed(instanceUuid)) != null
                            ? sighting
                            : new Sighting(sighting.instance(), now));
        }
        seen.values().removeIf(sighting -> isGone(sighting, now) || isOfAnother(sighting.instance()));
    }

    private boolean isGone(Sighting sighting, Duration now) {
        Duration since = sighting.missingSince();
        return since != null && now.minus(since).compareTo(options.window()) >= 0;
    }

    /** Whether a list shows it, and a title or a record says that another request has made it. */
    private boolean isOfAnother(Instance candidate) {
        String instanceUuid = candidate.instanceUuid();
        return ledger.with(known -> {
            Instance listed = known.listed(instanceUuid);
            return listed != null
                    && !known.ownership(ledger.moment()).mayHaveMade(known.get(nonce), listed)
                    && known.all().stream()
                            .noneMatch(record -> record.state() == LeaseState.ENDING && record.has(instanceUuid));
        });
    }

    /** Destroys what has stayed without a title for too long. */
    private void destroyOwnerless() {
        List<InstanceNotDestroyedException> left = context.destroyEnding();
        if (!left.isEmpty()) {
            throw left.get(0);
        }
        List<LeaseRecord> all = new ArrayList<>(ledger.with(Ledger::all));
        seen.keySet()
                .removeIf(instance ->
                        all.stream().anyMatch(record -> record.state() == LeaseState.ENDED && record.has(instance)));
    }

    private void requireNotOver(List<Decision> decisions) {
        boolean isUndecided = decisions.stream()
                .anyMatch(decision -> decision.kind() == Decision.Kind.UNDECIDED
                        && decision.record().nonce().equals(nonce));
        boolean isProven = conclusiveLists >= FEWEST_LISTS
                && stopwatch.elapsed().minus(conclusiveSince).compareTo(options.window()) >= 0;
        // With owner titles, a candidate may have been destroyed by its owner before a list showed its title.
        boolean isOver = seen.isEmpty() ? !mayGoOn || mayRepeat() : !options.ownerTitles();
        boolean over = isProven && !isUndecided && isOver;
        Duration longest = options.window().multipliedBy(mayGoOn ? 4 : 2);
        if (over || stopwatch.elapsed().compareTo(longest) > 0 || context.isLeftToTheNextStart()) {
            throw unknown(over && mayRepeat());
        }
    }

    private boolean mayRepeat() {
        return ledger.with(known -> {
            LeaseRecord record = known.get(nonce);
            return record.isLimited()
                    ? known.candidates(record, ledger.moment()).isEmpty()
                    : known.mayGoOn(record, ledger.moment());
        });
    }

    private CreationOutcomeUnknownException unknown(boolean mayRepeat) {
        List<Instance> candidates = new ArrayList<>(ledger.with(known -> {
            LeaseRecord record = known.get(nonce);
            Ownership ownership = known.ownership(ledger.moment());
            return seen.values().stream()
                    .map(Sighting::instance)
                    .sorted(Comparator.comparingInt(found -> ownership.doubts(record, found)))
                    .toList();
        }));
        candidates.forEach(candidate -> ledger.with(known -> known.name(candidate.instanceUuid())));
        CreationOutcomeUnknownException unknown = new CreationOutcomeUnknownException(
                summary(candidates) + ", after: " + failure.summary(),
                candidates,
                failure,
                mayRepeat && candidates.isEmpty());
        if (!unknown.mayRepeat()) {
            context.shared().inDoubt.incrementAndGet();
            LOG.error("an instance that no lease owns may exist and cost money: {}", unknown.getMessage());
        }
        return unknown;
    }

    private String summary(List<Instance> candidates) {
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
