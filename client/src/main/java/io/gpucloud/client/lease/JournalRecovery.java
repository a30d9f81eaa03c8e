package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovers the instances that ended processes left in the journal. It touches only instances that this account lists, and ends early if
 * the leases are closed; the next recovery continues.
 */
final class JournalRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final JournalDirectory directory;
    private final RecoveredInstances recovered;
    private final Runnable firstListSettled;
    private final List<JournalFile> ended;
    private final List<JournalFile> intact;
    private final List<JournalContent> damaged;
    private final UnnamedInstances unnamed;

    /** Owned instances that the last list does not show. */
    private final Map<String, AbsenceProof> absences = new TreeMap<>();

    /** Files of which this account has listed an instance. A file of another account waits for its own client. */
    private final Set<JournalFile> ofThisAccount = new HashSet<>();

    private Map<String, Instance> listed = Map.of();
    private boolean listIsComplete;

    /** The contents of files that must not be changed: of live processes, of other hosts, and damaged ones. */
    private List<JournalContent> untouchable = List.of();

    /** A record of an ended process. */
    private record Unsettled<R extends JournalRecord>(JournalFile file, R record) {

        void settle(JournalRecord next) {
            file.record(next);
        }
    }

    private JournalRecovery(
            GpuCloudClient client, LeaseOptions options, RecoveredInstances recovered, Runnable firstListSettled) {
        this.client = client;
        this.options = options;
        directory = new JournalDirectory(Objects.requireNonNull(options.journal()));
        this.recovered = recovered;
        this.firstListSettled = firstListSettled;
        unnamed = new UnnamedInstances(options);
        ended = directory.takeOverEnded(options.recoverOtherHosts());
        intact = ended.stream().filter(file -> !file.isDamaged()).toList();
        damaged = ended.stream()
                .filter(JournalFile::isDamaged)
                .map(JournalFile::content)
                .toList();
    }

    /** Recovers the instances, and reports the result. The files are locked until the end, so that no other recovery reads them. */
    static RecoveryReport run(
            GpuCloudClient client, LeaseOptions options, RecoveredInstances recovered, Runnable firstListSettled) {
        JournalRecovery recovery = new JournalRecovery(client, options, recovered, firstListSettled);
        try {
            List<DamagedLine> damagedLines = recovery.damagedLines();
            if (!damagedLines.isEmpty()) {
                LOG.error("lines of the lease journal are damaged: {}", damagedLines);
            }
            if (!recovery.ended.isEmpty()) {
                recovery.settle();
            }
            return recovered.report(List.copyOf(recovery.absences.keySet()), damagedLines);
        } finally {
            recovery.ended.forEach(JournalFile::close);
        }
    }

    private List<DamagedLine> damagedLines() {
        return ended.stream()
                .flatMap(file -> file.content().damagedLines().stream().map(line -> new DamagedLine(file.path(), line)))
                .toList();
    }

    /** Polls the list until every record is settled, or until another poll cannot settle more. */
    private void settle() {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        Duration patience = patience();
        try {
            while (true) {
                boolean last = stopwatch.hasReached(patience);
                list();
                List<Instance> ownerless = unnamed.ownerless(List.copyOf(listed.values()), stopwatch.elapsed());
                settleOwned();
                dropGone(stopwatch.elapsed());
                firstListSettled.run();
                if (last) {
                    settleCreating();
                    destroyOwnerless(ownerless);
                    reportDoubtful();
                }
                boolean settled = damaged.isEmpty() && creating().isEmpty() && owned().isEmpty();
                if (last || settled || recovered.isStopped()) {
                    return;
                }
                stopwatch.sleep(options.interval());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How long to wait until the instances of all create requests are listed, and instances that other programs created at the same time
     * have their titles. Not less than the window, because one list proves no absence, and long enough to find instances without an owner.
     */
    private Duration patience() {
        Duration longest = options.window().multipliedBy(2).plus(options.clockTolerance());
        Duration least =
                options.ownerTitles() ? UnnamedInstances.limit(options).plus(options.interval()) : options.window();
        Instant now = client.timer().now();
        return Stream.concat(
                        owned().stream().map(mine -> mine.record().at()),
                        creating().stream().map(open -> open.record().at()))
                .map(at -> Duration.between(now, at.plus(longest)))
                .max(Duration::compareTo)
                .map(rest -> rest.compareTo(longest) > 0 ? longest : rest)
                .map(rest -> rest.compareTo(least) < 0 ? least : rest)
                .orElse(Duration.ZERO);
    }

    private void list() {
        Listing<Instance> list = client.instances().list();
        listIsComplete = list.provesAbsence();
        listed = list.stream()
                .collect(Collectors.toMap(
                        Instance::instanceUuid, instance -> instance, (one, same) -> same, LinkedHashMap::new));
        untouchable = Stream.concat(directory.readAllBut(ended).stream(), damaged.stream())
                .toList();
        absences.keySet().removeAll(listed.keySet());
        for (Unsettled<Leased> mine : owned()) {
            if (listed.containsKey(mine.record().instanceUuid())) {
                ofThisAccount.add(mine.file());
            }
        }
        for (Unsettled<Creating> open : creating()) {
            if (open.record().before().stream().anyMatch(listed::containsKey)) {
                ofThisAccount.add(open.file());
            }
        }
    }

    /** The instances that intact files name as owned: first those that can be leased again without a wait. */
    private List<Unsettled<Leased>> owned() {
        return unsettled(JournalContent::owned)
                .sorted(Comparator.comparing(mine -> mine.record().endsAt() == null))
                .toList();
    }

    private List<Unsettled<Creating>> creating() {
        return unsettled(JournalContent::creating).toList();
    }

    private <R extends JournalRecord> Stream<Unsettled<R>> unsettled(Function<JournalContent, List<R>> records) {
        return intact.stream()
                .flatMap(file -> records.apply(file.content()).stream().map(record -> new Unsettled<>(file, record)));
    }

    private Stream<JournalContent> contents() {
        return Stream.concat(untouchable.stream(), intact.stream().map(JournalFile::content));
    }

    private void settleOwned() {
        for (Unsettled<Leased> mine : owned()) {
            Instance instance = listed.get(mine.record().instanceUuid());
            if (isGivenAway(mine.record())) {
                mine.settle(new Over(mine.record().id()));
            } else if (instance != null) {
                recovered
                        .settle(instance, mine.record())
                        .map(decision -> decision == RecoveryDecision.KEEP
                                ? mine.record().changed(client.timer().now(), Leased.State.KEPT, null)
                                : new Over(mine.record().id()))
                        .ifPresent(mine::settle);
            }
        }
    }

    /** Whether an instance of an ended process now belongs to another process, or was kept by a caller later. */
    private boolean isGivenAway(Leased mine) {
        Stream<Leased> leased = untouchable.stream().flatMap(content -> content.leased(mine.instanceUuid()).stream());
        Stream<Leased> all = contents().flatMap(content -> content.leased(mine.instanceUuid()).stream());
        return leased.anyMatch(Leased::owned)
                || all.anyMatch(other -> !other.owned() && !other.at().isBefore(mine.at()));
    }

    /** Drops the records of instances that are certainly gone, {@code elapsed} after the recovery began. */
    private void dropGone(Duration elapsed) {
        for (Unsettled<Leased> mine : owned()) {
            String instanceUuid = mine.record().instanceUuid();
            if (!listed.containsKey(instanceUuid)) {
                AbsenceProof proof =
                        absences.computeIfAbsent(instanceUuid, first -> new AbsenceProof(options.window()));
                if (listIsComplete && proof.missing(elapsed) && ofThisAccount.contains(mine.file())) {
                    mine.settle(new Over(mine.record().id()));
                }
            }
        }
    }

    /**
     * Settles the create requests whose instance is certain. The nonce in the title proves it. An instance without a title is only ours if
     * these leases are the sole user of the account. Resemblance proves nothing, because other programs create the same instances.
     */
    private void settleCreating() {
        CreationTracker tracker = new CreationTracker();
        Map<Unsettled<Creating>, CreationAttempt> lost = new LinkedHashMap<>();
        untouchable.stream()
                .flatMap(content -> content.creating().stream())
                .map(this::attempt)
                .forEach(tracker::sent);
        for (Unsettled<Creating> open : creating()) {
            CreationAttempt attempt = attempt(open.record());
            tracker.sent(attempt);
            // The instance of a request that was reported as unknown belongs to the caller, who may have adopted it.
            if (!open.record().reported()) {
                tracker.lost(attempt);
                lost.put(open, attempt);
            }
        }
        List<Instance> free = free();
        lost.forEach((open, attempt) -> free.stream()
                .filter(attempt::hasNonceOf)
                .findFirst()
                .or(() -> onlyUserMade(attempt, free, tracker))
                .ifPresent(made -> {
                    ofThisAccount.add(open.file());
                    open.settle(open.record().made(made.instanceUuid()));
                }));
        settleOwned();
    }

    private Optional<Instance> onlyUserMade(CreationAttempt attempt, List<Instance> free, CreationTracker tracker) {
        if (!options.soleUser() || !listIsComplete || !attempt.mayBelongToAccountOf(listed.values())) {
            return Optional.empty();
        }
        List<Instance> untitled = free.stream()
                .filter(attempt::hasMade)
                .filter(instance -> !InstanceTitle.isGiven(instance))
                .toList();
        return tracker.claimFor(attempt, untitled);
    }

    private CreationAttempt attempt(Creating creating) {
        return new CreationAttempt(creating, true, options);
    }

    /** The listed instances that no journal file names. */
    private List<Instance> free() {
        return listed.values().stream()
                .filter(instance -> contents()
                        .allMatch(content ->
                                content.leased(instance.instanceUuid()).isEmpty()))
                .toList();
    }

    /** The instances that either a request or another program may have created. */
    private List<Instance> candidates(Creating creating) {
        return free().stream().filter(attempt(creating)::mayHaveMadeInTime).toList();
    }

    /** With {@link LeaseOptions#ownerTitles()}, destroys the instances of create requests that no lease owns. */
    private void destroyOwnerless(List<Instance> ownerless) {
        if (!options.ownerTitles() || !listIsComplete) {
            return;
        }
        for (Unsettled<Creating> open : creating()) {
            for (Instance instance : candidates(open.record())) {
                if (ownerless.contains(instance) && recovered.destroyOwnerless(instance)) {
                    listed.remove(instance.instanceUuid());
                    ofThisAccount.add(open.file());
                }
            }
        }
    }

    /** Reports the instances that may be ours, and drops create requests for which there is none. */
    private void reportDoubtful() {
        for (Unsettled<Creating> open : creating()) {
            List<Instance> candidates = candidates(open.record());
            candidates.forEach(recovered::addCandidate);
            if (candidates.isEmpty() && listIsComplete && ofThisAccount.contains(open.file())) {
                open.settle(open.record().withoutInstance());
            }
        }
        for (JournalContent content : damaged) {
            // A damaged line may say that the caller kept the instance.
            content.owned().stream()
                    .map(leased -> listed.get(leased.instanceUuid()))
                    .filter(Objects::nonNull)
                    .forEach(recovered::addCandidate);
            content.creating().forEach(creating -> candidates(creating).forEach(recovered::addCandidate));
        }
    }
}
