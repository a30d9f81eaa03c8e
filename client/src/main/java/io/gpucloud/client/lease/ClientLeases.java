package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state that all {@link Leases} of a client share: no two rentals take the same instance, no instance has two
 * leases, and a sweep of the client never destroys a leased instance.
 */
final class ClientLeases {

    /** An entry stays as long as the client has rentals, which refer to the client. */
    private static final Map<GpuCloudClient, ClientLeases> ALL = new WeakHashMap<>();

    /** Held for a moment, while a ledger of this client is read or changed. No request is sent meanwhile. */
    final ReentrantLock lock = new ReentrantLock();

    final LeaseClock clock;
    final Sightings sightings = new Sightings();

    /** The records of all {@link Leases} of this client, whatever their journals. */
    final Map<String, LeaseRecord> records = new ConcurrentHashMap<>();

    /** The holders that are open. Leases without a journal have one in common. */
    final Set<String> open = ConcurrentHashMap.newKeySet();

    /** The records whose instance a thread is destroying. */
    final Set<String> destroying = ConcurrentHashMap.newKeySet();

    /** From their first step until they fail, or until their lease ends. */
    final Set<Rental> rentals = ConcurrentHashMap.newKeySet();

    /** Whether the log says that instances cannot be renamed. */
    final AtomicBoolean renameWarned = new AtomicBoolean();

    /** How often the outcome of a create request stayed unknown. */
    final AtomicLong inDoubt = new AtomicLong();

    /** The candidates of recoveries, each of which counts as in doubt once. */
    final Set<String> candidates = ConcurrentHashMap.newKeySet();

    final AtomicLong notDestroyed = new AtomicLong();
    final AtomicLong recovered = new AtomicLong();
    final AtomicLong lost = new AtomicLong();
    final AtomicLong renewalFailures = new AtomicLong();

    private ClientLeases(LeaseClock clock) {
        this.clock = clock;
    }

    /** Those of a client and of all clients derived from it. */
    static ClientLeases of(GpuCloudClient client) {
        synchronized (ALL) {
            return ALL.computeIfAbsent(client.original(), absent -> new ClientLeases(new LeaseClock(client.timer())));
        }
    }

    Stream<DefaultInstanceLease> leases() {
        return rentals.stream().flatMap(rental -> Stream.ofNullable(rental.lease()));
    }

    /** The rental of a record; empty if it has ended, or belongs to another process. */
    Optional<Rental> rental(LeaseRecord record) {
        return rentals.stream().filter(rental -> rental.has(record.nonce())).findFirst();
    }

    LeaseStatistics statistics(int waiting, @Nullable RuntimeException recoveryFailure, @Nullable Spending spending) {
        List<LeaseCost> costs = leases().filter(lease -> lease.state() != LeaseState.LOST)
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
                waiting,
                recoveryFailure,
                spending);
    }

    private static BigDecimal sum(List<LeaseCost> costs, Function<LeaseCost, @Nullable BigDecimal> price) {
        return costs.stream().map(price).filter(Objects::nonNull).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
