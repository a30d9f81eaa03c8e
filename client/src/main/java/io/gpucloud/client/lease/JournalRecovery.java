package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.PendingLease.State;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovers the instances that ended processes left in the journal. It touches only instances that this account lists,
 * and ends early if the leases are closed; the next recovery continues.
 */
final class JournalRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Path directory;
    private final RecoveredInstances recovered;

    /** The intact files of ended processes, which stay locked until the end, so that no other recovery reads them. */
    private final List<JournalFile> ended = new ArrayList<>();

    private final List<Path> files;

    /** The contents of the damaged ones, whose instances are only reported. */
    private final List<JournalContent> damaged = new ArrayList<>();

    /** Owned instances that the last list does not show. */
    private final Map<String, AbsenceProof> absences = new TreeMap<>();

    /** Those that are certainly not in this account. */
    private final Set<String> gone = new HashSet<>();

    /** Files of which this account has listed an instance. A file of another account waits for its own client. */
    private final Set<JournalFile> ofThisAccount = new HashSet<>();

    /**
     * The create requests whose instance no list shows, so that a rental may go on as {@link LostInstanceSearch} says.
     */
    private final Set<Creating> unlisted = new HashSet<>();

    private Map<String, Instance> listed = Map.of();
    private boolean listIsComplete;

    /**
     * The contents of all other files: of live processes, of other hosts, and damaged ones. They must not be changed.
     */
    private List<JournalContent> untouchable = List.of();

    /** A record of an ended process. */
    private record Unsettled<R extends JournalRecord>(JournalFile file, R record) {}

    /** Locks the journal files of ended processes, with exceptions. {@link #close} releases them. */
    JournalRecovery(LeaseContext context, RecoveredInstances recovered, Set<Path> except) {
        this.context = context;
        options = context.options();
        directory = Objects.requireNonNull(options.journal());
        this.recovered = recovered;
        List<JournalFile> taken =
                JournalFile.takeOverEnded(directory, options.recoverOtherHosts(), except, context.limits()::observe);
        files = taken.stream().map(JournalFile::path).toList();
        for (JournalFile file : taken) {
            if (file.content().isDamaged()) {
                damaged.add(file.content());
                file.close();
            } else {
                ended.add(file);
            }
        }
    }

    /** The files of ended processes that this recovery reads. */
    List<Path> files() {
        return files;
    }

    /** Whether nothing is left, or a complete list shows all instances. */
    boolean isConclusive() {
        return listIsComplete || isSettled();
    }

    /**
     * The records of a file that belong to no lease. An instance that is missing for the window is gone, or belongs to
     * another account.
     */
    List<PendingLease> pending(Path path) {
        List<PendingLease> pending = new ArrayList<>();
        for (JournalFile file : ended) {
            if (file.path().equals(path)) {
                file.owned().stream()
                        .filter(owned -> !listIsComplete || !absences.containsKey(owned.instanceUuid()))
                        .forEach(owned -> pending.add(
                                new PendingLease(State.RECOVERING, owned.terms().tag(), owned.instanceUuid())));
                file.creating().stream()
                        .filter(creating -> !isOver(creating) && !unlisted.contains(creating))
                        .forEach(creating -> pending.add(new PendingLease(
                                State.IN_DOUBT, creating.terms().tag(), null)));
            }
        }
        return pending;
    }

    /** The files with create requests whose instance may still be listed. */
    List<Path> filesOfLateInstances() {
        return ended.stream()
                .filter(file -> file.creating().stream().anyMatch(open -> !open.reported() && !isOver(open)))
                .map(JournalFile::path)
                .toList();
    }

    private boolean isOver(Creating creating) {
        return attempt(creating).isOver(context.client().timer().now());
    }

    /**
     * Recovers the instances, and reports the result.
     *
     * @param again whether the files were read before, so that their instances may be missing for long
     * @param resumed called, perhaps several times, after the instances with a timer are leased again
     */
    RecoveryReport run(boolean again, Runnable resumed) {
        List<DamagedLine> damagedLines = damaged.stream()
                .flatMap(content -> content.damagedLines().stream())
                .toList();
        if (!damagedLines.isEmpty()) {
            LOG.error("lines of the lease journal are damaged: {}", damagedLines);
        }
        if (!isSettled() || !damaged.isEmpty()) {
            settle(again, resumed);
        }
        recovered.awaitEnds();
        return recovered.report(List.copyOf(absences.keySet()), damagedLines);
    }

    void close() {
        ended.forEach(JournalFile::close);
    }

    /**
     * Polls the list until every record is settled, or the instances of all create requests must be listed, and
     * instances without a title have no owner.
     */
    private void settle(boolean again, Runnable resumed) {
        Stopwatch stopwatch = context.stopwatch();
        Duration longest =
                options.window().multipliedBy(2).plus(options.clockTolerance()).plus(options.interval());
        try {
            while (true) {
                boolean last = again || isSettled() || stopwatch.hasReached(longest);
                list();
                List<Instance> ownerless = context.unnamed().ownerless(List.copyOf(listed.values()), context.elapsed());
                settleCreating(last);
                settleOwned(stopwatch.elapsed(), false);
                resumed.run();
                settleOwned(stopwatch.elapsed(), true);
                if (last) {
                    settleDoubtful(listIsComplete ? ownerless : List.of());
                    giveBackReservations();
                }
                if (last || (isSettled() && damaged.isEmpty()) || context.isClosed()) {
                    return;
                }
                stopwatch.sleep(options.interval());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether nothing is left, or only what another thread is about to destroy or to boot. */
    private boolean isSettled() {
        return creating().isEmpty()
                && owned().stream()
                        .allMatch(mine -> recovered.isEnding(mine.record().instanceUuid()));
    }

    private void list() {
        Listing<Instance> list = context.client().instances().list();
        listIsComplete = list.provesAbsence();
        listed = new LinkedHashMap<>();
        list.forEach(instance -> listed.put(instance.instanceUuid(), instance));
        List<Path> mine = ended.stream().map(JournalFile::path).toList();
        untouchable = JournalFile.all(directory).stream()
                .filter(file -> !mine.contains(file))
                .map(JournalContent::read)
                .toList();
        absences.keySet().removeAll(listed.keySet());
        gone.removeAll(listed.keySet());
        owned().stream()
                .filter(owned -> listed.containsKey(owned.record().instanceUuid()))
                .forEach(owned -> ofThisAccount.add(owned.file()));
        creating().stream()
                .filter(open -> open.record().before().stream().anyMatch(listed::containsKey))
                .forEach(open -> ofThisAccount.add(open.file()));
    }

    /** The instances that intact files name as owned: first those that have a timer. */
    private List<Unsettled<Leased>> owned() {
        return unsettled(JournalFile::owned)
                .sorted(Comparator.comparing(mine -> mine.record().endsAt() == null))
                .toList();
    }

    private List<Unsettled<Creating>> creating() {
        return unsettled(JournalFile::creating).toList();
    }

    private <R extends JournalRecord> Stream<Unsettled<R>> unsettled(Function<JournalFile, List<R>> records) {
        return ended.stream()
                .flatMap(file -> records.apply(file).stream().map(record -> new Unsettled<>(file, record)));
    }

    /**
     * An instance that certainly is not in this account costs nothing: else the spending limit would stay used up. The
     * record remains, since it may belong to another account, whose client settles it.
     */
    private void giveBackReservations() {
        if (!listIsComplete) {
            return;
        }
        Stream<String> owned = owned().stream()
                .map(Unsettled::record)
                .filter(record -> gone.contains(record.instanceUuid()))
                .filter(record -> CreationAttempt.mustBeListed(
                        record.at(), context.client().timer().now()))
                .map(Leased::id);
        Stream<String> creating = creating().stream()
                .map(Unsettled::record)
                .filter(record -> isOver(record) && candidates(record).isEmpty())
                .map(Creating::id);
        Stream.concat(owned, creating).forEach(id -> context.limits().observe(new Over(id)));
    }

    /** The records of all journal files about an instance. */
    private Stream<Leased> leased(String instanceUuid) {
        return Stream.concat(
                leasedByOthers(instanceUuid), ended.stream().flatMap(file -> file.leased(instanceUuid).stream()));
    }

    private Stream<Leased> leasedByOthers(String instanceUuid) {
        return untouchable.stream().flatMap(content -> content.leased(instanceUuid).stream());
    }

    /**
     * Settles the instances of ended processes that are listed, or certainly gone {@code elapsed} after the recovery
     * began.
     */
    private void settleOwned(Duration elapsed, boolean mayWait) {
        for (Unsettled<Leased> mine : owned()) {
            Leased record = mine.record();
            Instance instance = listed.get(record.instanceUuid());
            if (isGivenAway(record) || (instance == null && mayWait && isGone(mine, elapsed))) {
                mine.file().record(new Over(record.id()));
            } else if (instance != null) {
                Consumer<RecoveryDecision> settled = decision -> mine.file()
                        .record(
                                decision == RecoveryDecision.KEEP
                                        ? record.changed(
                                                context.client().timer().now(), Leased.State.KEPT, null)
                                        : new Over(record.id()));
                recovered.settle(instance, record, mayWait, settled);
            }
        }
    }

    /** Whether an instance of an ended process now belongs to another process, or was kept by a caller later. */
    private boolean isGivenAway(Leased mine) {
        return leasedByOthers(mine.instanceUuid()).anyMatch(Leased::owned)
                || leased(mine.instanceUuid())
                        .anyMatch(other -> !other.owned() && !other.at().isBefore(mine.at()));
    }

    private boolean isGone(Unsettled<Leased> missing, Duration elapsed) {
        AbsenceProof proof =
                absences.computeIfAbsent(missing.record().instanceUuid(), first -> new AbsenceProof(options.window()));
        if (!listIsComplete || !proof.missing(elapsed)) {
            return false;
        }
        gone.add(missing.record().instanceUuid());
        return ofThisAccount.contains(missing.file());
    }

    /**
     * Settles the create requests whose instance is certain. The nonce in the title proves it. In the {@code last}
     * list, an instance without a title is ours if these leases are the sole user of the account. Resemblance proves
     * nothing, because other programs create the same instances.
     */
    private void settleCreating(boolean last) {
        Map<Unsettled<Creating>, CreationAttempt> lost = new LinkedHashMap<>();
        List<CreationAttempt> expected = untouchable.stream()
                .flatMap(content -> content.creating().stream())
                .map(this::attempt)
                .collect(Collectors.toCollection(ArrayList::new));
        for (Unsettled<Creating> open : creating()) {
            // The instance of a request that was reported as unknown belongs to the caller, who may have adopted it.
            if (open.record().reported()) {
                expected.add(attempt(open.record()));
            } else {
                lost.put(open, attempt(open.record()));
            }
        }
        List<Instance> free = new ArrayList<>(free());
        List<CreationAttempt> open = new ArrayList<>(lost.values());
        lost.forEach((unsettled, attempt) -> free.stream()
                .filter(attempt::hasNonceOf)
                .findFirst()
                .or(() -> last ? onlyUserMade(unsettled.file(), attempt, free, open, expected) : Optional.empty())
                .ifPresent(made -> {
                    free.remove(made);
                    open.remove(attempt);
                    ofThisAccount.add(unsettled.file());
                    unsettled.file().record(unsettled.record().made(made.instanceUuid()));
                }));
    }

    private Optional<Instance> onlyUserMade(
            JournalFile file,
            CreationAttempt attempt,
            List<Instance> free,
            List<CreationAttempt> lost,
            List<CreationAttempt> expected) {
        // Only without a proof that the file is of this account, the times of the instances have to say it.
        boolean ofThis =
                ofThisAccount.contains(file) || listed.values().stream().allMatch(attempt::isNotOlder);
        if (!options.soleUser() || !listIsComplete || !ofThis) {
            return Optional.empty();
        }
        List<Instance> untitled = free.stream()
                .filter(instance -> !InstanceTitle.isGiven(instance))
                .toList();
        return attempt.mine(untitled, lost, expected, true);
    }

    private CreationAttempt attempt(Creating creating) {
        return new CreationAttempt(creating, true, options);
    }

    /** The listed instances that neither a journal file names nor a rental of this client has or had. */
    private List<Instance> free() {
        return context.state().unclaimed(List.copyOf(listed.values())).stream()
                .filter(instance -> leased(instance.instanceUuid()).findAny().isEmpty())
                .toList();
    }

    /** The instances that either a request or another program may have created. */
    private List<Instance> candidates(Creating creating) {
        return attempt(creating).candidates(free());
    }

    /**
     * Destroys ownerless instances of create requests, reports others that may be ours, and drops requests whose
     * instance is destroyed or will not be listed any more.
     */
    private void settleDoubtful(List<Instance> ownerless) {
        for (Unsettled<Creating> open : creating()) {
            boolean destroyed = false;
            for (Instance instance : candidates(open.record())) {
                CreationAttempt attempt = attempt(open.record());
                if (options.ownerTitles()
                        && context.isOurs(attempt, instance, ownerless.contains(instance))
                        && recovered.destroyOwnerless(instance)) {
                    listed.remove(instance.instanceUuid());
                    ofThisAccount.add(open.file());
                    // Its cost counts.
                    open.file().record(open.record().made(instance.instanceUuid()));
                    destroyed = true;
                } else if (!options.ownerTitles() || !InstanceTitle.isGiven(instance)) {
                    recovered.addCandidate(instance);
                }
            }
            boolean over = isOver(open.record());
            boolean none = candidates(open.record()).isEmpty() && listIsComplete;
            if (destroyed || (over && none && ofThisAccount.contains(open.file()))) {
                open.file().record(new Over(open.record().id()));
            } else if (none && (options.soleUser() || options.ownerTitles())) {
                unlisted.add(open.record());
            }
        }
        for (JournalContent content : damaged) {
            // A damaged line may say that the caller kept the instance.
            content.owned()
                    .forEach(leased ->
                            Stream.ofNullable(listed.get(leased.instanceUuid())).forEach(recovered::addCandidate));
            content.creating().forEach(creating -> candidates(creating).forEach(recovered::addCandidate));
        }
    }
}
