package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state that all {@link Leases} of one client share.
 *
 * @param renameWarned whether the log says that instances cannot be renamed
 * @param candidates the identifiers of the candidates of recoveries, each of which counts as in doubt once
 * @param inDoubt how often the outcome of a create request stayed unknown
 * @param notDestroyed as in {@link LeaseStatistics}
 * @param recovered as in {@link LeaseStatistics}
 */
record SharedLeaseState(
        CreationTracker tracker,
        LeaseRegistry registry,
        AtomicBoolean renameWarned,
        Set<String> candidates,
        AtomicLong inDoubt,
        AtomicLong notDestroyed,
        AtomicLong recovered) {

    /** An entry stays as long as the client has open leases, which refer to the client. */
    private static final Map<GpuCloudClient, SharedLeaseState> STATES = new WeakHashMap<>();

    private SharedLeaseState() {
        this(
                new CreationTracker(),
                new LeaseRegistry(),
                new AtomicBoolean(),
                ConcurrentHashMap.newKeySet(),
                new AtomicLong(),
                new AtomicLong(),
                new AtomicLong());
    }

    LeaseStatistics statistics() {
        List<DefaultInstanceLease> open = registry.open();
        BigDecimal perHour = open.stream()
                .map(DefaultInstanceLease::hourlyPrice)
                .filter(Objects::nonNull)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return new LeaseStatistics(
                open.size(), perHour, inDoubt.get() + candidates.size(), notDestroyed.get(), recovered.get());
    }

    /** The state of a client and of all clients derived from it. */
    static SharedLeaseState of(GpuCloudClient client) {
        synchronized (STATES) {
            return STATES.computeIfAbsent(client.original(), absent -> new SharedLeaseState());
        }
    }
}
