package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The instances of one list response, and how to settle records with them. */
final class RecoveryPass {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveryPass.class);

    private final LeaseOptions options;
    private final EndedJournals ended;
    private final RecoveryFindings findings;
    private final RecoveredInstances recovered;
    private final Map<String, Instance> listed = new LinkedHashMap<>();
    private final boolean provesAbsence;

    /** The states of files that must not be changed: of live processes, and damaged ones. */
    private final List<JournalState> untouchable;

    private final JournaledInstances known;

    /** {@code live}: the files of processes that have not ended. */
    RecoveryPass(
            LeaseOptions options,
            EndedJournals ended,
            RecoveryFindings findings,
            RecoveredInstances recovered,
            Listing<Instance> list,
            List<JournalState> live) {
        this.options = options;
        this.ended = ended;
        this.findings = findings;
        this.recovered = recovered;
        list.forEach(instance -> listed.put(instance.instanceUuid(), instance));
        provesAbsence = list.provesAbsence();
        untouchable = Stream.concat(live.stream(), ended.damaged().stream()).toList();
        known = new JournaledInstances(untouchable, ended.intact());
    }

    /** Notes which owned instances the list shows, and which it certainly does not, {@code elapsed} after the recovery began. */
    void noteAbsences(Duration elapsed) {
        for (JournalState state : ended.intact()) {
            for (Owned mine : state.owned()) {
                if (listed.containsKey(mine.instanceUuid())) {
                    findings.addListed(mine.instanceUuid());
                } else if (provesAbsence) {
                    findings.addMissing(mine.instanceUuid(), elapsed, options.window());
                }
            }
        }
    }

    /** Settles the instances that a file names as owned: first those that can be leased again without a wait. */
    void owned() {
        owned(mine -> mine.endsAt() != null);
        owned(mine -> mine.endsAt() == null);
    }

    private void owned(Predicate<Owned> which) {
        for (JournalState state : ended.intact()) {
            for (Owned mine : state.owned()) {
                Instance instance = listed.get(mine.instanceUuid());
                if (!which.test(mine)) {
                    continue;
                }
                if (known.isGivenAway(mine)) {
                    state.forgetOwned(mine.instanceUuid());
                } else if (instance != null && !recovered.isStopped()) {
                    findings.addFileOfThisAccount(state);
                    take(state, instance, mine);
                }
            }
        }
    }

    private void take(JournalState state, Instance instance, Owned mine) {
        String instanceUuid = instance.instanceUuid();
        try {
            RecoveryDecision decision = RecoveryDecision.DESTROY;
            if (!findings.isSettled(instanceUuid)) {
                LOG.info("instance {} was left by a process that ended", instanceUuid);
                decision = recovered.settle(instance, mine);
            }
            findings.addSettled(instanceUuid);
            if (decision == RecoveryDecision.KEEP) {
                state.apply(new Kept(mine.at(), instanceUuid));
            } else {
                state.forgetOwned(instanceUuid);
            }
        } catch (RuntimeException failure) {
            LOG.warn("instance {} is left for the next recovery: {}", instanceUuid, failure.getMessage());
            findings.addLeft(instanceUuid, failure);
        }
    }

    /** Settles the attempts whose instance is certain, and reports the others as candidates. */
    void attempts() {
        OwnershipProof open = proof();
        List<Instance> free = free();
        Map<Creating, Optional<Instance>> made = new LinkedHashMap<>();
        ended.intact()
                .forEach(state -> state.attempts().stream()
                        .filter(attempt -> !state.isUnknown(attempt.attempt()))
                        .forEach(attempt ->
                                made.put(attempt, open.madeBy(attempt, List.copyOf(listed.values()), free))));
        ended.intact()
                .forEach(state -> state.attempts().forEach(attempt -> {
                    Optional<Instance> mine = made.getOrDefault(attempt, Optional.empty());
                    if (mine.isEmpty()) {
                        report(open.candidates(attempt, free));
                    }
                    mine.ifPresent(instance -> state.apply(
                            Owned.untimed(attempt.at(), instance.instanceUuid(), attempt.attempt(), attempt.terms())));
                }));
        owned();
    }

    private OwnershipProof proof() {
        List<Creating> others = new ArrayList<>();
        ended.intact()
                .forEach(state -> state.attempts().stream()
                        .filter(attempt -> state.isUnknown(attempt.attempt()))
                        .forEach(others::add));
        untouchable.forEach(state -> others.addAll(state.attempts()));
        return new OwnershipProof(options, others, provesAbsence);
    }

    private List<Instance> free() {
        return listed.values().stream()
                .filter(instance -> !known.contains(instance.instanceUuid()))
                .toList();
    }

    private void report(List<Instance> doubtful) {
        for (Instance instance : doubtful) {
            LOG.warn("instance {} may have been left by a process that ended", instance.instanceUuid());
            findings.addCandidate(instance);
        }
    }

    /** Drops the records of instances that are certainly gone: the file belongs to this account, and they are not listed. */
    void absent() {
        OwnershipProof open = proof();
        for (JournalState state : ended.intact()) {
            boolean conclusive = provesAbsence
                    && (findings.isOfThisAccount(state)
                            || state.attempts().stream()
                                    .anyMatch(
                                            attempt -> attempt.before().stream().anyMatch(listed::containsKey)));
            for (Owned mine : state.owned()) {
                if (!listed.containsKey(mine.instanceUuid())) {
                    findings.addAbsent(mine.instanceUuid());
                    if (conclusive && findings.isGone(mine.instanceUuid())) {
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
        OwnershipProof open = proof();
        for (JournalState state : ended.damaged()) {
            report(state.owned().stream()
                    .map(mine -> listed.get(mine.instanceUuid()))
                    .filter(instance -> instance != null)
                    .toList());
            state.attempts().forEach(attempt -> report(open.candidates(attempt, free())));
        }
    }
}
