package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recovers the instances that ended processes left in the journal. During the recovery it holds the locks of their files, so that no
 * other recovery reads them. It touches only instances that this account lists.
 */
final class JournalRecovery {

    private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final JournalDirectory directory;
    private final Consumer<Instance> settlement;
    private final BooleanSupplier stopped;

    /** The files to settle, without the damaged ones. */
    private final Map<JournalFile, JournalState> ended = new LinkedHashMap<>();

    /** Damaged files are never changed. */
    private final List<JournalState> damaged = new ArrayList<>();

    /** The files of which this account has listed an instance. A file of another account must wait for its own client. */
    private final Set<JournalState> ofThisAccount = new HashSet<>();

    private final Map<String, Instance> candidates = new LinkedHashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final List<DamagedLine> damagedLines = new ArrayList<>();
    private final Map<String, RuntimeException> left = new LinkedHashMap<>();
    private final Set<String> settled = new HashSet<>();

    /**
     * A recovery in a directory.
     *
     * @param settlement destroys or adopts an instance that an ended process owned; throws if it cannot
     * @param stopped whether to end early; the next recovery continues
     */
    JournalRecovery(
            GpuCloudClient client,
            LeaseOptions options,
            JournalDirectory directory,
            Consumer<Instance> settlement,
            BooleanSupplier stopped) {
        this.client = client;
        this.options = options;
        this.directory = directory;
        this.settlement = settlement;
        this.stopped = stopped;
    }

    /** Recovers, and reports what was {@code destroyed} and {@code adopted} with the rest. */
    RecoveryReport run(List<String> destroyed, List<InstanceLease> adopted) {
        List<JournalFile> files = directory.takeOverEnded();
        try {
            files.forEach(this::read);
            if (!files.isEmpty()) {
                settle(files.stream().map(JournalFile::path).toList());
            }
            return new RecoveryReport(
                    destroyed,
                    adopted,
                    List.copyOf(candidates.values()),
                    absent.stream().sorted().toList(),
                    List.copyOf(left.values()),
                    damagedLines);
        } finally {
            files.forEach(JournalFile::close);
        }
    }

    private void read(JournalFile file) {
        try {
            JournalContent content = file.read();
            if (content.damagedLines().isEmpty()) {
                ended.put(file, content.state());
                return;
            }
            damaged.add(content.state());
            content.damagedLines().forEach(line -> damagedLines.add(new DamagedLine(file.path(), line)));
            LOG.error("the lease journal {} is damaged in lines {}", file.path(), content.damagedLines());
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be read", file.path(), failure);
        }
    }

    /** Polls the list until every record is settled, or until another poll cannot settle more. */
    private void settle(List<Path> files) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        Duration patience = patience();
        try {
            while (true) {
                boolean last = stopwatch.hasReached(patience);
                Pass pass = new Pass(client.instances().list(), directory.readAllBut(files));
                pass.owned();
                if (last) {
                    pass.attempts();
                    pass.absent();
                    pass.damaged();
                }
                if (last || isSettled() || stopped.getAsBoolean()) {
                    return;
                }
                stopwatch.sleep(options.interval());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            ended.forEach(this::save);
        }
    }

    /**
     * How long to wait until the instances of all attempts are listed, and instances that other programs created at the same time
     * have their titles.
     */
    private Duration patience() {
        Duration longest = options.window().multipliedBy(2).plus(options.clockTolerance());
        Instant now = client.timer().now();
        return ended.values().stream()
                .flatMap(state -> Stream.concat(
                        state.attempts().stream().map(Creating::at),
                        state.owned().stream().map(Owned::at)))
                .map(at -> Duration.between(now, at.plus(longest)))
                .max(Duration::compareTo)
                .map(rest -> rest.compareTo(longest) > 0 ? longest : rest)
                .orElse(Duration.ZERO);
    }

    private boolean isSettled() {
        return damaged.isEmpty()
                && ended.values().stream()
                        .allMatch(state ->
                                state.attempts().isEmpty() && state.owned().isEmpty());
    }

    private void save(JournalFile file, JournalState state) {
        try {
            state.forgetBefore(client.timer().now().minus(JournalDirectory.RETENTION));
            if (state.records().isEmpty()) {
                file.delete();
            } else {
                file.replace(state.records());
            }
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be shortened: {}", file.path(), failure.getMessage());
        }
    }

    /** The instances of one list response, and how to settle records with them. */
    private final class Pass {

        private final Map<String, Instance> listed = new LinkedHashMap<>();
        private final boolean provesAbsence;
        private final List<JournalState> live;
        private final JournaledInstances known;

        Pass(Listing<Instance> list, List<JournalContent> live) {
            list.forEach(instance -> listed.put(instance.instanceUuid(), instance));
            provesAbsence = list.provesAbsence();
            this.live = live.stream().map(JournalContent::state).toList();
            List<JournalState> untouchable =
                    Stream.concat(this.live.stream(), damaged.stream()).toList();
            known = new JournaledInstances(untouchable, ended.values());
        }

        /** Settles the instances that a file names as owned. */
        void owned() {
            for (JournalState state : ended.values()) {
                for (Owned mine : state.owned()) {
                    Instance instance = listed.get(mine.instanceUuid());
                    if (known.isGivenAway(mine)) {
                        state.forgetOwned(mine.instanceUuid());
                    } else if (instance != null && !stopped.getAsBoolean()) {
                        ofThisAccount.add(state);
                        take(state, instance);
                    }
                }
            }
        }

        private void take(JournalState state, Instance instance) {
            String instanceUuid = instance.instanceUuid();
            try {
                LOG.warn("instance {} was left by a process that ended", instanceUuid);
                if (!settled.contains(instanceUuid)) {
                    settlement.accept(instance);
                }
                settled.add(instanceUuid);
                state.forgetOwned(instanceUuid);
                left.remove(instanceUuid);
            } catch (RuntimeException failure) {
                LOG.warn("instance {} is left for the next recovery: {}", instanceUuid, failure.getMessage());
                left.put(instanceUuid, failure);
            }
        }

        /** Settles the attempts whose instance is certain, and reports the others as candidates. */
        void attempts() {
            UnresolvedCreations open = unresolved();
            List<Instance> free = free();
            Map<Creating, List<Instance>> made = new LinkedHashMap<>();
            ended.values()
                    .forEach(state -> state.attempts().stream()
                            .filter(attempt -> !state.isUnknown(attempt.attempt()))
                            .forEach(attempt ->
                                    made.put(attempt, open.madeBy(attempt, List.copyOf(listed.values()), free))));
            ended.values()
                    .forEach(state -> state.attempts().forEach(attempt -> {
                        List<Instance> mine = made.getOrDefault(attempt, List.of());
                        if (mine.isEmpty()) {
                            report(open.candidates(attempt, free));
                        }
                        mine.forEach(instance ->
                                state.apply(new Owned(attempt.at(), instance.instanceUuid(), attempt.attempt())));
                    }));
            owned();
        }

        private UnresolvedCreations unresolved() {
            List<Creating> others = new ArrayList<>();
            ended.values()
                    .forEach(state -> state.attempts().stream()
                            .filter(attempt -> state.isUnknown(attempt.attempt()))
                            .forEach(others::add));
            Stream.concat(live.stream(), damaged.stream()).forEach(state -> others.addAll(state.attempts()));
            return new UnresolvedCreations(options, others, provesAbsence);
        }

        private List<Instance> free() {
            return listed.values().stream()
                    .filter(instance -> !known.contains(instance.instanceUuid()))
                    .toList();
        }

        private void report(List<Instance> doubtful) {
            for (Instance instance : doubtful) {
                LOG.warn("instance {} may have been left by a process that ended", instance.instanceUuid());
                candidates.put(instance.instanceUuid(), instance);
            }
        }

        /** Drops the records of instances that are certainly gone: the file belongs to this account, and they are not listed. */
        void absent() {
            UnresolvedCreations open = unresolved();
            for (JournalState state : ended.values()) {
                boolean conclusive = provesAbsence
                        && (ofThisAccount.contains(state)
                                || state.attempts().stream()
                                        .anyMatch(attempt ->
                                                attempt.before().stream().anyMatch(listed::containsKey)));
                for (Owned mine : state.owned()) {
                    if (!listed.containsKey(mine.instanceUuid())) {
                        absent.add(mine.instanceUuid());
                        if (conclusive) {
                            state.forgetOwned(mine.instanceUuid());
                        }
                    }
                }
                for (Creating attempt : state.attempts()) {
                    if (conclusive && open.candidates(attempt, free()).isEmpty()) {
                        state.forgetAttempt(attempt.attempt());
                    }
                }
            }
        }

        /** Reports the instances of a damaged file. It touches none: a damaged line may say that the caller kept the instance. */
        void damaged() {
            UnresolvedCreations open = unresolved();
            for (JournalState state : damaged) {
                report(state.owned().stream()
                        .map(mine -> listed.get(mine.instanceUuid()))
                        .filter(instance -> instance != null)
                        .toList());
                state.attempts().forEach(attempt -> report(open.candidates(attempt, free())));
            }
        }
    }
}
