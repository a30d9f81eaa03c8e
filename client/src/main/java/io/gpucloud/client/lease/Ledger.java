package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.LeaseRecord.Cost;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.DestroyResponse;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Plan;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of all leases that a {@link Leases} knows: its own, and those of the other processes with the same
 * journal. It decides what a command may do, what follows from a list, and what limits and tags allow. It sends no
 * request, reads no file and no clock, and uses no thread. Not thread-safe: the owner of a ledger must guard it.
 *
 * <p>A command checks everything, then stores the changed record, and then applies it. If the store rejects the change,
 * the ledger stays as it was.
 */
final class Ledger {

    /** After this time, a record that is over is erased. No limit has a longer window. */
    static final Duration KEPT_AFTER_THE_END = Duration.ofDays(30);

    /**
     * The declarations of one {@link Leases}.
     *
     * @param tolerance the largest difference between the clocks of service and client
     * @param uniqueTags whether a tag that is in use prevents another rental
     */
    record Settings(Declaration declaration, Duration tolerance, Limits limits, boolean uniqueTags) {}

    /** Makes the changes of records durable. */
    interface Store {

        /**
         * Stores a change before it takes effect.
         *
         * @throws LeaseJournalException if it cannot be stored; the command then fails, and nothing has changed
         */
        void require(LeaseRecord changed);

        /** Stores what has happened. If that fails, the next change of the record contains it. */
        void record(LeaseRecord changed);
    }

    private final String holder;
    private final Settings settings;
    private final Store store;
    private final Supplier<String> nonces;
    private final Map<String, LeaseRecord> records = new LinkedHashMap<>();
    private final Map<String, BigDecimal> pricesOfOthers = new LinkedHashMap<>();
    private final Sightings sightings;
    private boolean titlesRejected;
    private @Nullable Instant latestComplete;

    /**
     * Creates an empty ledger.
     *
     * @param holder identifies the {@link Leases}; no other has the same identifier
     * @param nonces supplies a new nonce for each record
     */
    /** {@code sightings}: what other ledgers of the same account have seen as well. */
    Ledger(String holder, Settings settings, Store store, Supplier<String> nonces, Sightings sightings) {
        this.holder = holder;
        this.settings = settings;
        this.store = store;
        this.nonces = nonces;
        this.sightings = sightings;
    }

    // Records of other processes.

    /**
     * Reads a version of a record that another process may have written. The one with more changes is valid.
     *
     * @throws IllegalArgumentException if the record contradicts itself
     */
    void load(LeaseRecord read, Moment moment) {
        LeaseRecord known = records.get(read.nonce());
        if (known == null || known.change() < read.change() || isHandedOver(known, read)) {
            requireConsistent(read);
            records.put(read.nonce(), read);
            sightings.know(read.nonce(), moment.elapsed());
        }
    }

    /** A hand-over takes no change of a record: it must not need space. */
    private boolean isHandedOver(LeaseRecord known, LeaseRecord read) {
        return known.change() == read.change() && known.holder() != null && read.holder() == null && !isMine(known);
    }

    /** The records that are not over and have no living holder. */
    List<LeaseRecord> left(Predicate<String> isAlive) {
        return records.values().stream()
                .filter(record -> !record.state().isOver() && !isHeld(record, isAlive))
                .toList();
    }

    private static boolean isHeld(LeaseRecord record, Predicate<String> isAlive) {
        String holder = record.holder();
        return holder != null && isAlive.test(holder);
    }

    /**
     * Takes over a record without a living holder. One that has sent nothing is over, and a request whose response was
     * expected is in doubt.
     */
    LeaseRecord takeOver(String nonce, Moment moment) {
        LeaseRecord left = get(nonce);
        LeaseRecord taken = left.heldBy(holder);
        return switch (left.state()) {
            case PLANNED -> require(over(taken, LeaseState.FAILED, moment));
            case CREATING -> require(taken.to(LeaseState.IN_DOUBT));
            default -> require(taken);
        };
    }

    /**
     * Whether a record without a living holder is about this account, as far as lists show it. Of a create request
     * without a known instance, nothing may ever show it.
     */
    boolean concerns(LeaseRecord left, Moment moment) {
        String instance = left.instanceUuid();
        return instance == null
                || sightings.listed(instance) != null
                || ownership(moment).isOfThisAccount(left);
    }

    /** Gives up a record, so that another {@link Leases} can take it over. The file of the journal says so. */
    LeaseRecord handOver(String nonce) {
        LeaseRecord given = mine(nonce).heldBy(null);
        records.put(nonce, given);
        return given;
    }

    /** Gives a record back that was taken over, as if that had not happened. */
    LeaseRecord giveBack(String nonce, @Nullable String before) {
        return record(mine(nonce).heldBy(before));
    }

    /** Records the timer of an instance that was handed over, and that no process has taken over yet. */
    LeaseRecord timedAfterHandOver(String nonce, Timer timer) {
        LeaseRecord given = get(nonce);
        return given.holder() == null ? record(timed(given, timer)) : given;
    }

    /** Erases what was over for long, if the time is certain, and returns it. */
    List<LeaseRecord> erase(Moment moment) {
        List<LeaseRecord> old = records.values().stream()
                .filter(record -> record.state().isOver())
                .filter(record ->
                        moment.isAfter(Objects.requireNonNull(record.end().at()).plus(KEPT_AFTER_THE_END)))
                .toList();
        for (LeaseRecord record : old) {
            records.remove(record.nonce());
            sightings.forget(record.nonce());
        }
        return old;
    }

    // Rent.

    /**
     * Reserves the tag of a rental.
     *
     * @throws TagInUseException if the tag must be unique and another rental has it
     */
    LeaseRecord plan(Plan plan, Moment moment) {
        String nonce = nonces.get();
        return plan(new LeaseRecord.Id(nonce, nonce, holder), plan, moment);
    }

    /** Lets a rental go on with another create request. The one in doubt gives its tag up. */
    LeaseRecord goOn(String nonce, Moment moment) {
        LeaseRecord lost = abandon(nonce);
        return plan(new LeaseRecord.Id(nonces.get(), lost.id().rental(), holder), lost.plan(), moment);
    }

    private LeaseRecord plan(LeaseRecord.Id id, Plan plan, Moment moment) {
        String tag = plan.terms().tag();
        if (settings.uniqueTags() && tag != null && isInUse(tag, id.rental())) {
            throw new TagInUseException(tag);
        }
        sightings.know(id.nonce(), moment.elapsed());
        return require(LeaseRecord.first(id, LeaseState.PLANNED, plan, settings.declaration()));
    }

    private boolean isInUse(String tag, String rental) {
        return records.values().stream()
                .filter(record ->
                        tag.equals(record.tag()) && !record.id().rental().equals(rental))
                .anyMatch(Ledger::reservesTag);
    }

    private static boolean reservesTag(LeaseRecord record) {
        return !record.state().isOver() && record.state() != LeaseState.KEPT && !record.isAbandoned();
    }

    /**
     * Reserves the money of a create request, which may be sent afterwards. The rental has {@linkplain #observe
     * observed} a list before.
     *
     * @param hourly the largest plausible price; null if nothing limits money
     * @throws SpendingLimitException if a limit does not allow it
     */
    LeaseRecord sending(String nonce, InstanceRequest content, @Nullable BigDecimal hourly, Moment moment) {
        LeaseRecord planned = mine(nonce);
        Duration lifetime = Objects.requireNonNullElse(planned.plan().terms().lifetime(), Duration.ZERO);
        LeaseRecord sending = planned.to(LeaseState.CREATING)
                .with(new Request(content, moment.now(), sightings.before(), sightings.isComplete(), false, false))
                .with(new Cost(hourly, moment.now(), moment.now().plus(longest(lifetime))));
        settings.limits().requireRoom(priced(), sending, ownership(moment));
        return require(sending);
    }

    /**
     * The longest time that an instance can be billed: the service may begin before the list shows that the instance
     * runs, and its timer may be late.
     */
    private Duration longest(Duration lifetime) {
        Duration least = Preconditions.SHUTDOWN_LEAD_TIME.plus(settings.tolerance());
        return (lifetime.compareTo(least) < 0 ? least : lifetime)
                .plus(settings.declaration().window())
                .plus(settings.tolerance());
    }

    /** The request was certainly rejected, so it made nothing. */
    LeaseRecord rejected(String nonce) {
        return record(mine(nonce).to(LeaseState.PLANNED).with((Request) null).with(Cost.NONE));
    }

    /** A rental has ended without a request that may have taken effect. */
    LeaseRecord failed(String nonce, Moment moment) {
        return record(over(mine(nonce), LeaseState.FAILED, moment));
    }

    /** The response names an instance. If that cannot be the one of this request, the request is in doubt. */
    LeaseRecord created(String nonce, String instanceUuid, Moment moment) {
        LeaseRecord sent = mine(nonce);
        return ownership(moment).isNotCreatedBy(sent, instanceUuid)
                ? lost(nonce)
                : record(sent.to(LeaseState.BOOTING).withInstance(instanceUuid));
    }

    /** No response shows whether the request took effect. */
    LeaseRecord lost(String nonce) {
        return record(mine(nonce).to(LeaseState.IN_DOUBT));
    }

    /** The service has responded with HTTP 429, so the request has probably made nothing. A list shows it. */
    LeaseRecord limited(String nonce) {
        LeaseRecord sent = mine(nonce).to(LeaseState.IN_DOUBT);
        return record(sent.with(Objects.requireNonNull(sent.request()).asLimited()));
    }

    /** The listed instances that a request may have made, the likeliest one first. */
    List<Instance> candidates(LeaseRecord sent, Moment moment) {
        Ownership ownership = ownership(moment);
        return ownership.candidates(sent).stream()
                .sorted(Comparator.comparingInt(found -> ownership.doubts(sent, found)))
                .toList();
    }

    /** Whether the ledger names a listed instance, or will decide about it, because a request may have made it. */
    boolean mayBeOurs(LeaseRecord doubtful, Instance listed, Moment moment) {
        return ownership(moment).claim(doubtful, listed) != Ownership.Claim.NEVER;
    }

    /** Whether complete lists over the window lack the instance of a record, or any that its request may have made. */
    boolean isGone(LeaseRecord record, Moment moment) {
        return ownership(moment).hasBeenMissing(record);
    }

    /** An exception or the log names an instance. Returns false if one has done so before. */
    boolean name(String instanceUuid) {
        return sightings.name(instanceUuid);
    }

    /** An instance of the latest list, or null. */
    @Nullable
    Instance listed(String instanceUuid) {
        return sightings.listed(instanceUuid);
    }

    /** Whether the latest list shows all instances. */
    boolean isListComplete() {
        return sightings.isComplete();
    }

    /**
     * Whether a rental may send another request: no list has shown an instance of this one for the window, and each
     * candidate is gone.
     */
    boolean mayGoOn(LeaseRecord lost, Moment moment) {
        Ownership ownership = ownership(moment);
        return ownership.declared().use() != AccountUse.SHARED
                && Objects.requireNonNull(lost.request()).complete()
                && ownership.isAbsent(lost)
                && !isEndingAnother(lost);
    }

    private boolean isEndingAnother(LeaseRecord lost) {
        return records.values().stream()
                .filter(record -> record.id().rental().equals(lost.id().rental()))
                .anyMatch(record -> record.state() == LeaseState.ENDING);
    }

    /** The rental of a request in doubt has ended, or goes on without it. If its instance is found, it is destroyed. */
    LeaseRecord abandon(String nonce) {
        LeaseRecord lost = mine(nonce);
        if (lost.state() != LeaseState.IN_DOUBT) {
            throw new IllegalStateException("the outcome of " + lost.name() + " is not in doubt");
        }
        return record(lost.with(Objects.requireNonNull(lost.request()).asAbandoned()));
    }

    /** An exception reports to the caller that the outcome of a request is unknown. */
    LeaseRecord report(String nonce) {
        return record(mine(nonce).to(LeaseState.UNKNOWN));
    }

    // Lease.

    /**
     * Leases an instance that the caller names. If a create request was reported to the caller and may have made it, or
     * if it was kept, that record goes on.
     *
     * @throws IllegalStateException if a lease has it, or a destruction is under way
     * @throws SpendingLimitException if a limit does not allow it
     */
    LeaseRecord adopt(Instance instance, Plan plan, @Nullable BigDecimal hourly, Moment moment) {
        String instanceUuid = instance.instanceUuid();
        records.values().stream()
                .filter(record -> record.has(instanceUuid) && isLeasing(record))
                .findFirst()
                .ifPresent(other -> {
                    throw new IllegalStateException(
                            other.state() == LeaseState.ENDING
                                    ? "instance " + instanceUuid + " is being swept or destroyed"
                                    : "instance " + instanceUuid + " belongs to an open lease: " + other.state());
                });
        LeaseRecord adopted = resumable(instance, moment)
                .map(record -> record.to(LeaseState.BOOTING))
                .orElseGet(() -> newRecord(LeaseState.BOOTING, plan))
                .with(plan)
                .withInstance(instanceUuid)
                .with(End.NONE)
                .with(new Cost(
                        hourly,
                        moment.now(),
                        moment.now()
                                .plus(longest(
                                        Objects.requireNonNull(plan.terms().lifetime())))));
        settings.limits().requireRoom(priced(), adopted, ownership(moment));
        sightings.know(adopted.nonce(), moment.elapsed());
        return require(adopted);
    }

    private static boolean isLeasing(LeaseRecord record) {
        return !record.state().isOver() && record.state() != LeaseState.KEPT;
    }

    private LeaseRecord newRecord(LeaseState state, Plan plan) {
        String nonce = nonces.get();
        return LeaseRecord.first(new LeaseRecord.Id(nonce, nonce, holder), state, plan, settings.declaration());
    }

    /** The record of this holder that the instance was kept by, or that was reported and may have made it. */
    private Optional<LeaseRecord> resumable(Instance instance, Moment moment) {
        Ownership ownership = ownership(moment);
        return records.values().stream()
                .filter(this::isMine)
                .filter(record -> record.state() == LeaseState.KEPT
                        ? record.has(instance.instanceUuid())
                        : record.state() == LeaseState.UNKNOWN && ownership.mayHaveMade(record, instance))
                .min(Comparator.comparing((LeaseRecord record) -> record.state() != LeaseState.KEPT)
                        .thenComparingInt(record -> record.request() == null ? 0 : ownership.doubts(record, instance)));
    }

    /** The instance runs, and its timer is set. The service may have begun to bill it a window earlier. */
    LeaseRecord running(String nonce, Timer timer, Moment moment) {
        LeaseRecord booting = mine(nonce);
        Instant since = Objects.requireNonNull(booting.cost().since());
        Instant earliest = moment.now().minus(settings.declaration().window());
        Cost cost = booting.cost().since(Moment.later(since, earliest));
        return record(timed(booting.to(LeaseState.RUNNING).with(cost), timer));
    }

    /** The timer is set, perhaps during the boot, or renewed. */
    LeaseRecord timed(String nonce, Timer timer) {
        return record(timed(mine(nonce), timer));
    }

    private LeaseRecord timed(LeaseRecord record, Timer timer) {
        Instant last = timer.last();
        LeaseRecord timed = record.with(timer);
        return last == null ? timed : timed.with(timed.cost().untilAtLeast(last.plus(settings.tolerance())));
    }

    /**
     * Reserves the money until a later end, before the timer is set.
     *
     * @throws SpendingLimitException if the limit does not allow it
     */
    LeaseRecord extend(String nonce, Instant end, Moment moment) {
        LeaseRecord before = mine(nonce);
        Timer later = before.timer().until() == null
                ? new Timer(end, null)
                : new Timer(before.timer().end(), end);
        LeaseRecord extended = timed(before, later).with(before.timer());
        settings.limits().requireExtension(priced(), before, extended, ownership(moment));
        return require(extended);
    }

    /** Changes what the caller stores with the lease. */
    LeaseRecord put(String nonce, String key, String value) {
        LeaseRecord record = mine(nonce);
        Map<String, String> data = new HashMap<>(record.plan().data());
        data.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return require(record.with(new Plan(record.plan().terms(), LeaseTerms.shortData(data))));
    }

    /** What callers store with the leases of a tag. */
    Map<String, String> data(String tag) {
        Map<String, String> data = new HashMap<>();
        records.values().stream()
                .filter(record -> tag.equals(record.tag()))
                .forEach(record -> data.putAll(record.plan().data()));
        return data;
    }

    /** Sets the price of a record. One of another process keeps it in memory. */
    LeaseRecord price(String nonce, BigDecimal hourly) {
        LeaseRecord record = get(nonce);
        if (isMine(record)) {
            return record(record.with(record.cost().hourly(hourly)));
        }
        pricesOfOthers.put(nonce, hourly);
        return record;
    }

    /** Gives the instance to the caller. */
    LeaseRecord keep(String nonce) {
        return require(mine(nonce).to(LeaseState.KEPT));
    }

    // End.

    /** Begins to destroy the instance of a record. */
    LeaseRecord ending(String nonce) {
        return record(mine(nonce).to(LeaseState.ENDING));
    }

    /** Ends a lost lease whose instance is certainly gone. Returns false if its instance has to be destroyed. */
    boolean endLost(String nonce, Moment moment) {
        LeaseRecord lost = mine(nonce);
        boolean gone = lost.state() == LeaseState.LOST && ownership(moment).isAbsent(lost);
        if (gone) {
            record(over(lost, LeaseState.ENDED, moment));
        }
        return gone;
    }

    /** The instance of a record is another one with the same identifier: a stub begins with the same ones. */
    LeaseRecord notOurs(String nonce, Moment moment) {
        return record(over(mine(nonce).to(LeaseState.LOST).withInstance(null), LeaseState.ENDED, moment));
    }

    /** Begins to destroy an instance that the latest list does not show. */
    LeaseRecord ending(String instanceUuid, Moment moment) {
        Plan unknown = new Plan(new LeaseTerms(null, null), Map.of());
        return begin(newRecord(LeaseState.ENDING, unknown).withInstance(instanceUuid), moment);
    }

    /** Begins to destroy an instance that no lease has, because the caller says so or a sweep has found it. */
    LeaseRecord ending(Instance instance, Moment moment) {
        return resumable(instance, moment)
                .map(known -> record(known.to(LeaseState.ENDING).withInstance(instance.instanceUuid())))
                .orElseGet(() -> ending(instance.instanceUuid(), moment));
    }

    private LeaseRecord begin(LeaseRecord ending, Moment moment) {
        sightings.know(ending.nonce(), moment.elapsed());
        return record(ending);
    }

    /** Whether the instance is certainly gone if the service rejects the next request to destroy it. */
    boolean isEndedByRejection(String nonce, Moment moment) {
        return ownership(moment).isEndedBy(get(nonce), DestroyResponse.REJECTED);
    }

    /** The service has responded to a request to destroy the instance. */
    LeaseRecord destroyed(String nonce, DestroyResponse response, Moment moment) {
        LeaseRecord ending = mine(nonce);
        boolean ends = ending.state() == LeaseState.ENDING && ownership(moment).isEndedBy(ending, response);
        LeaseRecord told = ending.with(ending.end().with(response));
        return record(ends ? over(told, LeaseState.ENDED, moment) : told);
    }

    /** Only what limits and later lists need stays in a record that is over. */
    static LeaseRecord over(LeaseRecord record, LeaseState state, Moment moment) {
        Cost cost = record.instanceUuid() == null ? Cost.NONE : record.cost().endedAt(moment.now());
        return record.to(state).with(record.end().at(moment.now())).with(cost);
    }

    // Lists.

    /** Reads a list of all instances in the account, and returns what follows from it. */
    List<Decision> observe(Listing<Instance> listed, Moment moment) {
        see(listed, moment);
        return decide(moment);
    }

    /** Reads a list, of which nothing follows yet. */
    void see(Listing<Instance> listed, Moment moment) {
        sightings.see(listed, moment.elapsed());
        latestComplete = listed.provesAbsence() ? moment.now() : latestComplete;
        new Observation(this, sightings, moment).recognizeAccount();
    }

    /** Returns the consequences of the latest list. */
    List<Decision> decide(Moment moment) {
        return new Observation(this, sightings, moment).decide();
    }

    /**
     * Whether a list may still show an instance of a record that is over: none has been read since the window after its
     * end.
     */
    boolean mayComeBack(LeaseRecord over) {
        Instant end = over.end().at();
        Instant latest = latestComplete;
        return end != null
                && over.end().isAccepted()
                && (latest == null || end.plus(settings.declaration().window()).isAfter(latest));
    }

    /** The service rejects titles, or accepts them again. */
    void titlesRejected(boolean rejected) {
        titlesRejected = rejected;
    }

    // For an observation.

    Ownership ownership(Moment moment) {
        return new Ownership(records.values(), sightings, holder, settings.declaration(), titlesRejected, moment);
    }

    /** A list has shown something about a record. */
    LeaseRecord observed(LeaseRecord changed) {
        return record(changed);
    }

    /**
     * Begins to destroy an instance that has to do with a record, but is not certainly its instance. It belongs to the
     * same rental, which does not go on until that instance is gone.
     */
    LeaseRecord endingFor(LeaseRecord record, String instanceUuid, Cost cost, Moment moment) {
        LeaseRecord.Id id = new LeaseRecord.Id(nonces.get(), record.id().rental(), holder);
        LeaseRecord ending = LeaseRecord.first(id, LeaseState.ENDING, record.plan(), settings.declaration());
        return begin(ending.withInstance(instanceUuid).with(cost), moment);
    }

    /** The records whose instance a list may show: those of this holder, and what ended long ago. */
    List<LeaseRecord> followed() {
        return records.values().stream()
                .filter(record -> record.instanceUuid() != null)
                .filter(record -> isMine(record) || (record.state().isOver() && record.holder() == null))
                .toList();
    }

    Duration tolerance() {
        return settings.tolerance();
    }

    // Queries.

    /** The records that this {@link Leases} holds. */
    List<LeaseRecord> mine() {
        return records.values().stream().filter(this::isMine).toList();
    }

    /** All records, also those of other processes and those that are over. */
    Collection<LeaseRecord> all() {
        return List.copyOf(records.values());
    }

    Optional<LeaseRecord> find(String nonce) {
        return Optional.ofNullable(records.get(nonce));
    }

    LeaseRecord get(String nonce) {
        return Objects.requireNonNull(records.get(nonce), () -> "no lease has the nonce " + nonce);
    }

    /** Whether the planned end of an instance has certainly passed. */
    static boolean isOver(LeaseRecord record, Moment moment) {
        Instant last = record.timer().last();
        return last != null && moment.certain() && !moment.now().isBefore(last);
    }

    /** The money that is spent and reserved; null without a limit of an amount. */
    @Nullable
    Spending spending(Moment moment) {
        return settings.limits().spending(priced(), ownership(moment));
    }

    /** The costs of instances since a moment. */
    List<RentalCost> costs(Instant from, Moment moment) {
        return priced().stream()
                .flatMap(record -> Limits.cost(record, from, moment).stream())
                .toList();
    }

    /** The records that count in limits of money and have no price yet. */
    List<LeaseRecord> unpriced(Moment moment) {
        Ownership facts = ownership(moment);
        return priced().stream()
                .filter(record -> record.cost().hourly() == null && facts.counts(record))
                .toList();
    }

    /** Why a sweep must not destroy an instance; empty if the records allow it. */
    Optional<SweepPreview.Reason> protection(Instance instance, Predicate<String> isAlive, Moment moment) {
        Ownership ownership = ownership(moment);
        for (LeaseRecord record : records.values()) {
            if (record.has(instance.instanceUuid()) && isLeasing(record) && isHeld(record, isAlive)) {
                return Optional.of(SweepPreview.Reason.LEASED);
            }
            boolean unknown = record.state() == LeaseState.CREATING
                    || (record.state() == LeaseState.IN_DOUBT && !record.isAbandoned());
            if (unknown && isHeld(record, isAlive) && ownership.mayHaveMade(record, instance)) {
                return Optional.of(SweepPreview.Reason.BEING_CREATED);
            }
        }
        return Optional.empty();
    }

    private List<LeaseRecord> priced() {
        return records.values().stream()
                .map(record -> record.cost().hourly() == null && pricesOfOthers.containsKey(record.nonce())
                        ? record.with(record.cost().hourly(pricesOfOthers.get(record.nonce())))
                        : record)
                .toList();
    }

    boolean isMine(LeaseRecord record) {
        return holder.equals(record.holder());
    }

    /** The record, if this {@link Leases} holds it. Another process may have taken it over. */
    private LeaseRecord mine(String nonce) {
        LeaseRecord record = get(nonce);
        if (!isMine(record)) {
            throw new IllegalStateException("another process has taken over the lease of " + record.name());
        }
        return record;
    }

    private LeaseRecord require(LeaseRecord changed) {
        LeaseRecord next = changed.changed();
        requireConsistent(next);
        store.require(next);
        records.put(next.nonce(), next);
        return next;
    }

    private LeaseRecord record(LeaseRecord changed) {
        LeaseRecord next = changed.changed();
        requireConsistent(next);
        store.record(next);
        records.put(next.nonce(), next);
        return next;
    }

    private static void requireConsistent(LeaseRecord record) {
        // The text of a record is long, so it is not made in vain.
        if (!record.isConsistent()) {
            throw new IllegalArgumentException("the record of a lease contradicts itself: " + record);
        }
    }
}
