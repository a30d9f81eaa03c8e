package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of all rentals of one client, shared by all its {@link Leases}. No two rentals take the same instance, no
 * instance has two leases, and a sweep of the client never destroys a leased instance.
 */
final class RentalState {

    /** A list may show an instance long after its lease has ended, but not after 10,000 others. */
    private static final int CHANGES = 10_000;

    /** So many instances that others own are remembered. The journal names them at each create request. */
    private static final int SEEN = 200;

    /** An entry stays as long as the client has open leases, which refer to the client. */
    private static final Map<GpuCloudClient, RentalState> STATES = new WeakHashMap<>();

    /** From their first step until they fail, or until their lease ends. */
    private final Set<Rental> rentals = new LinkedHashSet<>();

    /** The attempts whose instance was not found in time, and whose it may be. It may still be listed. */
    private final Map<CreationAttempt, LeaseContext> late = new LinkedHashMap<>();

    /** The instances that were destroyed. A list that shows one again is a contradiction, or it was not destroyed. */
    private final Map<String, Duration> destroyed = latest();

    private @Nullable Duration looked;

    /**
     * The instances that belong or belonged to a lease of this client, with the latest change of their ownership as an
     * increasing number. No sweep lasts longer than {@link #CHANGES}.
     */
    private final Map<String, Long> claimed = latest();

    private long changes;

    /** The unclaimed instances that were listed last, the latest at the end. */
    private final Set<String> seen = new LinkedHashSet<>();

    /** The instances that sweeps and recoveries are destroying, once for each of them. */
    private final List<String> seized = new ArrayList<>();

    /** The instances in doubt that an exception or the log has named. */
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    /** The candidates of recoveries, each of which counts as in doubt once. */
    private final Set<String> candidates = ConcurrentHashMap.newKeySet();

    /** Whether the service rejected the latest title. Then an instance without one may belong to anyone. */
    volatile boolean titlesRejected;

    /** Whether the log says that instances cannot be renamed. */
    final AtomicBoolean renameWarned = new AtomicBoolean();

    /** How often the outcome of a create request stayed unknown. */
    final AtomicLong inDoubt = new AtomicLong();

    final AtomicLong notDestroyed = new AtomicLong();
    final AtomicLong recovered = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong renewalFailures = new AtomicLong();

    private static <V> Map<String, V> latest() {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > CHANGES;
            }
        };
    }

    /** The state of a client and of all clients derived from it. */
    static RentalState of(GpuCloudClient client) {
        synchronized (STATES) {
            return STATES.computeIfAbsent(client.original(), absent -> new RentalState());
        }
    }

    /** {@code uniqueTag}: whether another rental with the same tag prevents this one. */
    synchronized void begin(Rental rental, boolean uniqueTag) {
        String tag = rental.tag();
        if (uniqueTag && tag != null && rentals.stream().anyMatch(other -> tag.equals(other.tag()))) {
            throw new TagInUseException(tag);
        }
        rentals.add(rental);
    }

    /** A rental has failed, or its lease has ended. */
    synchronized void end(Rental rental) {
        rentals.remove(rental);
        Stream.ofNullable(rental.lease()).forEach(lease -> changed(lease.instanceUuid()));
    }

    private void changed(String instanceUuid) {
        claimed.remove(instanceUuid);
        claimed.put(instanceUuid, ++changes);
    }

    synchronized List<Rental> rentals() {
        return List.copyOf(rentals);
    }

    synchronized List<DefaultInstanceLease> open() {
        return rentals.stream()
                .flatMap(rental -> Stream.ofNullable(rental.lease()))
                .toList();
    }

    /** Whether a rental has the instance, or adopts it. */
    synchronized boolean isLeased(String instanceUuid) {
        return rentals.stream().anyMatch(rental -> instanceUuid.equals(rental.instanceUuid()));
    }

    /** Begins to adopt an instance, unless another rental, a sweep or a recovery has it. */
    synchronized void adopt(Rental rental, String instanceUuid) {
        if (isLeased(instanceUuid)) {
            throw new IllegalStateException("instance " + instanceUuid + " belongs to an open lease");
        }
        if (seized.contains(instanceUuid)) {
            throw new IllegalStateException("instance " + instanceUuid + " is being swept");
        }
        rental.take(instanceUuid);
    }

    /** An instance belongs to a rental. */
    synchronized void claim(Rental rental, String instanceUuid) {
        rental.take(instanceUuid);
        changed(instanceUuid);
    }

    /** An instance of an ended process belongs to the caller. */
    synchronized void keep(String instanceUuid) {
        changed(instanceUuid);
    }

    /** As {@link #claim}, if the response to a create request named an instance that no rental has or had. */
    synchronized boolean claimCreated(Rental rental, String instanceUuid) {
        boolean free = !claimed.containsKey(instanceUuid);
        if (free) {
            claim(rental, instanceUuid);
        }
        return free;
    }

    /** Claims the instance that the lost attempt of a rental created, as {@link CreationAttempt#mine} finds it. */
    synchronized Optional<Instance> claimLost(
            Rental rental, CreationAttempt attempt, List<Instance> listed, boolean last) {
        List<CreationAttempt> expected = attempts(Rental.Step.CREATE);
        Optional<Instance> mine = attempt.mine(unclaimed(listed), attempts(Rental.Step.SEARCH), expected, last);
        mine.ifPresent(instance -> claim(rental, instance.instanceUuid()));
        return mine;
    }

    private List<CreationAttempt> attempts(Rental.Step step) {
        return rentals.stream()
                .filter(rental -> rental.step() == step)
                .flatMap(rental -> Stream.ofNullable(rental.creation().attempt()))
                .toList();
    }

    /** Whether an attempt whose outcome is not known yet may have created an instance. */
    synchronized boolean mayBeMaking(Instance instance) {
        return Stream.of(Rental.Step.CREATE, Rental.Step.SEARCH)
                .flatMap(step -> attempts(step).stream())
                .anyMatch(attempt -> attempt.mayHaveMade(instance));
    }

    /** Remembers the instances of a list, also if a later list omits them for a moment. */
    synchronized void seen(List<Instance> listed) {
        unclaimed(listed).forEach(instance -> {
            seen.remove(instance.instanceUuid());
            seen.add(instance.instanceUuid());
        });
        while (seen.size() > SEEN) {
            seen.remove(seen.iterator().next());
        }
    }

    /** The instances that exist before a create request: those of a list, and those of earlier lists. */
    synchronized Set<String> before(List<Instance> listed) {
        seen(listed);
        Set<String> before = new HashSet<>(seen);
        before.removeAll(claimed.keySet());
        listed.forEach(instance -> before.add(instance.instanceUuid()));
        return before;
    }

    synchronized List<Instance> unclaimed(List<Instance> listed) {
        return listed.stream()
                .filter(instance -> !claimed.containsKey(instance.instanceUuid()))
                .toList();
    }

    /** The instance of an attempt was not listed in time. */
    synchronized void late(LeaseContext leases, CreationAttempt attempt) {
        late.put(attempt, leases);
    }

    /** The instance of an attempt was found, or will not be listed any more. */
    synchronized void settled(CreationAttempt attempt) {
        late.remove(attempt);
    }

    /** Fewer instances may be the one of an attempt. */
    synchronized void narrowed(CreationAttempt attempt, CreationAttempt narrower) {
        LeaseContext leases = late.remove(attempt);
        if (leases != null) {
            late.put(narrower, leases);
        }
    }

    // Each Leases has one context.
    @SuppressWarnings("ReferenceEquality")
    synchronized List<CreationAttempt> lateAttempts(LeaseContext leases) {
        return late.entrySet().stream()
                .filter(entry -> entry.getValue() == leases)
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized void destroyed(String instanceUuid, Duration now) {
        destroyed.put(instanceUuid, now);
    }

    synchronized boolean wasDestroyed(String instanceUuid) {
        return destroyed.containsKey(instanceUuid);
    }

    /** A complete list was searched for instances that were destroyed. */
    synchronized void looked(Duration now) {
        looked = now;
    }

    /** Whether a destroyed instance may be listed again: no list has been searched since the window after its end. */
    synchronized boolean mayComeBack(Duration window) {
        Duration latest = looked;
        return destroyed.values().stream()
                .anyMatch(end -> latest == null || end.plus(window).compareTo(latest) > 0);
    }

    /** An exception or the log names an instance in doubt. Returns false if one has already done so. */
    boolean name(Instance candidate) {
        return named.add(candidate.instanceUuid());
    }

    /** The number of changes so far, for {@link #wasLeasedAfter}. */
    synchronized long changes() {
        return changes;
    }

    /** Whether an instance belongs to a rental, or has belonged to one after a number of changes. */
    synchronized boolean wasLeasedAfter(long earlier, String instanceUuid) {
        return isLeased(instanceUuid) || claimed.getOrDefault(instanceUuid, 0L) > earlier;
    }

    /**
     * Does work while the instance cannot be adopted. Returns false, and does nothing, if {@link #wasLeasedAfter} is
     * true.
     */
    boolean whileSeized(long earlier, String instanceUuid, Runnable work) {
        synchronized (this) {
            if (wasLeasedAfter(earlier, instanceUuid)) {
                return false;
            }
            seized.add(instanceUuid);
        }
        try {
            work.run();
            return true;
        } finally {
            synchronized (this) {
                seized.remove(instanceUuid);
            }
        }
    }

    void addCandidates(List<Instance> found) {
        found.forEach(candidate -> candidates.add(candidate.instanceUuid()));
    }

    LeaseStatistics statistics(
            List<PendingLease> waiting, @Nullable RuntimeException recoveryFailure, @Nullable Spending spending) {
        List<LeaseCost> costs = open().stream()
                .filter(lease -> !lease.isLost())
                .map(DefaultInstanceLease::cost)
                .toList();
        return new LeaseStatistics(
                costs.size(),
                sum(costs, LeaseCost::perHourAtMost),
                sum(costs, LeaseCost::perHourBilled),
                inDoubt.get() + candidates.size(),
                notDestroyed.get(),
                recovered.get(),
                lost.get(),
                renewalFailures.get(),
                waiting.size(),
                recoveryFailure,
                spending);
    }

    private static BigDecimal sum(List<LeaseCost> costs, Function<LeaseCost, @Nullable BigDecimal> price) {
        return costs.stream().map(price).filter(Objects::nonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
