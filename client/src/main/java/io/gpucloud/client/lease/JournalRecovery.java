package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
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
    private final Map<String, AbsenceProof> absences = new HashMap<>();
    private final UnnamedInstances unnamed;

    /** Files of which this account has listed an instance. A file of another account waits for its own client. */
    private final Set<JournalFile> ofThisAccount = new HashSet<>();

    private Map<String, Instance> listed = Map.of();
    private boolean listIsComplete;

    /** The contents of files that must not be changed: of live processes, of other hosts, and damaged ones. */
    private List<JournalContent> untouchable = List.of();

    private JournalRecovery(
            GpuCloudClient client,
            LeaseOptions options,
            JournalDirectory directory,
            RecoveredInstances recovered,
            Runnable firstListSettled) {
        this.client = client;
        this.options = options;
        this.directory = directory;
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
            GpuCloudClient client,
            LeaseOptions options,
            JournalDirectory directory,
            RecoveredInstances recovered,
            Runnable firstListSettled) {
        JournalRecovery recovery = new JournalRecovery(client, options, directory, recovered, firstListSettled);
        try {
            List<DamagedLine> damagedLines = recovery.damagedLines();
            if (!damagedLines.isEmpty()) {
                LOG.error("lines of the lease journal are damaged: {}", damagedLines);
            }
            if (!recovery.ended.isEmpty()) {
                recovery.settle();
            }
            return recovered.report(damagedLines);
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
                if (last || isSettled() || recovered.isStopped()) {
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
        return intact.stream()
                .flatMap(file -> file.content().unsettledSince())
                .map(at -> Duration.between(now, at.plus(longest)))
                .max(Duration::compareTo)
                .map(rest -> rest.compareTo(longest) > 0 ? longest : rest)
                .map(rest -> rest.compareTo(least) < 0 ? least : rest)
                .orElse(Duration.ZERO);
    }

    private boolean isSettled() {
        return damaged.isEmpty()
                && intact.stream()
                        .flatMap(file -> file.content().unsettledSince())
                        .findAny()
                        .isEmpty();
    }

    private void list() {
        Listing<Instance> list = client.instances().list();
        listIsComplete = list.provesAbsence();
        listed = list.stream()
                .collect(Collectors.toMap(
                        Instance::instanceUuid, instance -> instance, (one, same) -> same, LinkedHashMap::new));
        untouchable = Stream.concat(directory.readAllBut(ended).stream(), damaged.stream())
                .toList();
        forEachOwned((file, mine) -> {
            if (listed.containsKey(mine.instanceUuid())) {
                ofThisAccount.add(file);
            }
        });
    }

    private Stream<JournalContent> contents() {
        return Stream.concat(untouchable.stream(), intact.stream().map(JournalFile::content));
    }

    private void forEachOwned(BiConsumer<JournalFile, Leased> action) {
        intact.forEach(file -> file.content().owned().forEach(mine -> action.accept(file, mine)));
    }

    private void forEachCreating(BiConsumer<JournalFile, Creating> action) {
        intact.forEach(file -> file.content().creating().forEach(creating -> action.accept(file, creating)));
    }

    /** Drops the records of instances that are certainly gone, {@code elapsed} after the recovery began. */
    private void dropGone(Duration elapsed) {
        forEachOwned((file, mine) -> {
            String instanceUuid = mine.instanceUuid();
            if (listed.containsKey(instanceUuid)) {
                absences.remove(instanceUuid);
                recovered.removeAbsent(instanceUuid);
            } else {
                recovered.addAbsent(instanceUuid);
                AbsenceProof proof =
                        absences.computeIfAbsent(instanceUuid, first -> new AbsenceProof(options.window()));
                if (listIsComplete && proof.missing(elapsed) && isOfThisAccount(file)) {
                    record(file, new Over(mine.id()));
                }
            }
        });
    }

    private boolean isOfThisAccount(JournalFile file) {
        return ofThisAccount.contains(file)
                || file.content().creating().stream()
                        .anyMatch(creating -> creating.before().stream().anyMatch(listed::containsKey));
    }

    /** Settles the instances that a file names as owned: first those that can be leased again without a wait. */
    private void settleOwned() {
        forEachOwned((file, mine) -> {
            if (mine.endsAt() != null) {
                settle(file, mine);
            }
        });
        forEachOwned((file, mine) -> {
            if (mine.endsAt() == null) {
                settle(file, mine);
            }
        });
    }

    private void settle(JournalFile file, Leased mine) {
        Instance instance = listed.get(mine.instanceUuid());
        if (isGivenAway(mine)) {
            record(file, new Over(mine.id()));
        } else if (instance != null && !recovered.isStopped()) {
            recovered
                    .settle(instance, mine)
                    .map(decision -> decision == RecoveryDecision.KEEP
                            ? mine.changed(client.timer().now(), Leased.State.KEPT, null)
                            : new Over(mine.id()))
                    .ifPresent(record -> record(file, record));
        }
    }

    /** Whether an instance of an ended process now belongs to another process, or was kept by a caller later. */
    private boolean isGivenAway(Leased mine) {
        Stream<Leased> leased = untouchable.stream().flatMap(content -> content.leased(mine.instanceUuid()).stream());
        Stream<Leased> all = contents().flatMap(content -> content.leased(mine.instanceUuid()).stream());
        return leased.anyMatch(Leased::owned)
                || all.anyMatch(other -> !other.owned() && !other.at().isBefore(mine.at()));
    }

    /** If this fails, the next recovery finds the record again. */
    private static void record(JournalFile file, JournalRecord record) {
        try {
            file.append(record);
        } catch (IOException failure) {
            LOG.error("the lease journal {} cannot be written: {}", file.path(), failure.getMessage());
        }
    }

    /** Settles the create requests whose instance is certain. */
    private void settleCreating() {
        OwnershipProof proof = proof();
        Map<Creating, Instance> made = new LinkedHashMap<>();
        forEachCreating((file, creating) -> Optional.of(creating)
                .filter(open -> !open.reported())
                .flatMap(proof::madeBy)
                .ifPresent(instance -> made.put(creating, instance)));
        forEachCreating((file, creating) -> {
            Instance mine = made.get(creating);
            if (mine != null) {
                ofThisAccount.add(file);
                record(file, creating.made(mine.instanceUuid()));
            }
        });
        settleOwned();
    }

    /** With {@link LeaseOptions#ownerTitles()}, destroys the instances of create requests that no lease owns. */
    private void destroyOwnerless(List<Instance> ownerless) {
        if (!options.ownerTitles() || !listIsComplete) {
            return;
        }
        OwnershipProof proof = proof();
        forEachCreating((file, creating) -> {
            for (Instance instance : proof.candidates(creating)) {
                if (ownerless.contains(instance) && !recovered.isStopped() && recovered.destroyOwnerless(instance)) {
                    listed.remove(instance.instanceUuid());
                    ofThisAccount.add(file);
                }
            }
        });
    }

    /** Reports the instances that may be ours, and drops create requests for which there is none. */
    private void reportDoubtful() {
        OwnershipProof proof = proof();
        forEachCreating((file, creating) -> {
            List<Instance> candidates = proof.candidates(creating);
            candidates.forEach(recovered::addCandidate);
            if (candidates.isEmpty() && listIsComplete && isOfThisAccount(file)) {
                record(file, new Over(creating.id()));
            }
        });
        for (JournalContent content : damaged) {
            // A damaged line may say that the caller kept the instance.
            content.owned().stream()
                    .map(leased -> listed.get(leased.instanceUuid()))
                    .filter(Objects::nonNull)
                    .forEach(recovered::addCandidate);
            content.creating().forEach(creating -> proof.candidates(creating).forEach(recovered::addCandidate));
        }
    }

    private OwnershipProof proof() {
        List<Creating> others = Stream.concat(
                        untouchable.stream().flatMap(content -> content.creating().stream()),
                        intact.stream()
                                .flatMap(file -> file.content().creating().stream())
                                .filter(Creating::reported))
                .toList();
        List<Instance> free = listed.values().stream()
                .filter(instance -> contents()
                        .allMatch(content ->
                                content.leased(instance.instanceUuid()).isEmpty()))
                .toList();
        return new OwnershipProof(options, others, List.copyOf(listed.values()), free, listIsComplete);
    }
}
