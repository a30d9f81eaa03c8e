package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one {@link Leases}, which any thread may use. It knows what all leases of the client, and all processes
 * with the same journal, have recorded. Without a journal, the leases of a client hold their records together.
 */
final class SharedLedger implements Ledger.Store {

    private static final String WITHOUT_JOURNAL = "this client";

    private final ClientLeases shared;
    private final @Nullable Journal journal;
    private final String holder;
    private final Ledger ledger;
    private final boolean limitsAmount;
    private final CompletableFuture<Boolean> handedOver = new CompletableFuture<>();

    /** @throws LeaseJournalException if the journal cannot be created */
    SharedLedger(ClientLeases shared, LeaseOptions options) {
        this.shared = shared;
        journal = options.journal() == null
                ? null
                : Journal.open(options.journal(), options.owner(), options.recoverOtherHosts());
        holder = journal == null ? WITHOUT_JOURNAL : journal.holder();
        limitsAmount = options.spendingLimit() != null;
        ledger = new Ledger(holder, settings(options), this, InstanceTitle::newNonce, shared.sightings);
        shared.open.add(holder);
    }

    private static Ledger.Settings settings(LeaseOptions options) {
        Limits limits = new Limits(
                options.maxOpenLeases(),
                options.maxHourlyCost(),
                options.spendingLimit(),
                Objects.requireNonNullElse(options.spendingWindow(), Duration.ZERO));
        return new Ledger.Settings(
                new LeaseRecord.Declaration(options.accountUse(), options.window()),
                options.clockTolerance(),
                limits,
                options.uniqueTags());
    }

    @Override
    public void require(LeaseRecord changed) {
        if (journal != null) {
            journal.require(changed);
        }
        shared.records.put(changed.nonce(), changed);
    }

    @Override
    public void record(LeaseRecord changed) {
        if (journal != null) {
            journal.record(changed);
        }
        shared.records.put(changed.nonce(), changed);
    }

    /** Reads or changes the ledger. */
    <T extends @Nullable Object> T with(Function<Ledger, T> work) {
        shared.lock.lock();
        try {
            load(shared.records.values());
            return work.apply(ledger);
        } finally {
            shared.lock.unlock();
        }
    }

    /** As {@link #with}, with what other processes have recorded. */
    <T extends @Nullable Object> T current(Function<Ledger, T> work) {
        return with(known -> {
            if (journal != null) {
                load(journal.read());
            }
            return work.apply(known);
        });
    }

    /**
     * As {@link #current}, while no other process of the directory changes its records.
     *
     * @throws LeaseJournalException if the directory cannot be locked
     */
    <T extends @Nullable Object> T reserve(Function<Ledger, T> work) {
        shared.lock.lock();
        try {
            return journal == null ? with(work) : journal.locked(() -> current(work));
        } finally {
            shared.lock.unlock();
        }
    }

    private void load(Collection<LeaseRecord> records) {
        if (!records.isEmpty()) {
            Moment moment = moment();
            records.forEach(record -> ledger.load(record, moment));
        }
    }

    Moment moment() {
        return shared.clock.moment();
    }

    LeaseRecord get(String nonce) {
        return with(known -> known.get(nonce));
    }

    /** The listed instances that a create request may have made, the likeliest one first. */
    List<Instance> candidates(String nonce) {
        return with(known -> known.candidates(known.get(nonce), moment()));
    }

    /** The record; empty if it was erased, long after its end. */
    Optional<LeaseRecord> find(String nonce) {
        return with(known -> known.find(nonce));
    }

    boolean isMine(LeaseRecord record) {
        return holder.equals(record.holder());
    }

    /** Reads a list, and returns what follows from it. Erases what was over for long. */
    List<Decision> observe(Listing<Instance> listed) {
        return current(known -> {
            Moment moment = moment();
            known.erase(moment).forEach(old -> shared.records.remove(old.nonce()));
            return known.observe(listed, moment);
        });
    }

    /**
     * Reserves money for a create request, if the limits allow it.
     *
     * @throws SpendingLimitException if they do not
     */
    LeaseRecord send(String nonce, InstanceRequest request, @Nullable BigDecimal hourly) {
        return reserve(known -> {
            if (journal != null && limitsAmount) {
                journal.requireEnded();
            }
            return known.sending(nonce, request, hourly, moment());
        });
    }

    boolean isAlive(String other) {
        return shared.open.contains(other) || (journal != null && journal.mayLive(other));
    }

    /**
     * Leaves what the journal records to the next start.
     *
     * @throws LeaseJournalException if that is not recorded
     */
    void handOver() {
        shared.lock.lock();
        try {
            Objects.requireNonNull(journal).handOver();
            handedOver.complete(true);
        } finally {
            shared.lock.unlock();
            handedOver.complete(false);
        }
    }

    /** Waits until closed leases have handed the journal over. Returns false if that failed. */
    boolean awaitHandOver() {
        return handedOver.join();
    }

    /** Hands an instance over to the next start. Returns false if it ends instead, or is not held any more. */
    boolean handOver(String nonce) {
        return with(known -> {
            LeaseRecord record = known.get(nonce);
            boolean given = known.isMine(record) && record.state().isLeased();
            if (given) {
                shared.records.put(nonce, known.handOver(nonce));
            }
            return given;
        });
    }

    /** The journal, or null. */
    @Nullable
    Journal journal() {
        return journal;
    }

    void close() {
        shared.lock.lock();
        try (Journal closing = journal) {
            if (closing != null) {
                shared.open.remove(holder);
                closing.erase(ledger.erase(moment()));
            }
        } finally {
            shared.lock.unlock();
        }
    }
}
