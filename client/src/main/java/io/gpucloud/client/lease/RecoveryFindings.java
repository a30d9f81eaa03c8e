package io.gpucloud.client.lease;

import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The results of all passes of one recovery. */
final class RecoveryFindings {

    private final Map<String, Instance> candidates = new LinkedHashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final Map<String, RuntimeException> left = new LinkedHashMap<>();
    private final Set<String> settled = new HashSet<>();
    private final Map<String, AbsenceProof> absences = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<JournalState> ofThisAccount = new HashSet<>();

    /** This account has listed an instance of the file. A file of another account must wait for its own client. */
    void addFileOfThisAccount(JournalState state) {
        ofThisAccount.add(state);
    }

    boolean isOfThisAccount(JournalState state) {
        return ofThisAccount.contains(state);
    }

    void addCandidate(Instance instance) {
        candidates.put(instance.instanceUuid(), instance);
    }

    /** A list shows the instance. */
    void addListed(String instanceUuid) {
        gone.remove(instanceUuid);
        absences.remove(instanceUuid);
    }

    /** A complete list, {@code elapsed} after the recovery began, does not show the instance. */
    void addMissing(String instanceUuid, Duration elapsed, Duration window) {
        if (absences.computeIfAbsent(instanceUuid, first -> new AbsenceProof(window))
                .missing(elapsed)) {
            gone.add(instanceUuid);
        }
    }

    boolean isGone(String instanceUuid) {
        return gone.contains(instanceUuid);
    }

    void addAbsent(String instanceUuid) {
        absent.add(instanceUuid);
    }

    /** The instance could be neither destroyed nor adopted. */
    void addLeft(String instanceUuid, RuntimeException failure) {
        left.put(instanceUuid, failure);
    }

    void addSettled(String instanceUuid) {
        settled.add(instanceUuid);
        left.remove(instanceUuid);
    }

    boolean isSettled(String instanceUuid) {
        return settled.contains(instanceUuid);
    }

    RecoveryReport report(RecoveredInstances recovered, List<DamagedLine> damagedLines) {
        return new RecoveryReport(
                recovered.destroyed(),
                recovered.adopted(),
                recovered.kept(),
                List.copyOf(candidates.values()),
                absent.stream().sorted().toList(),
                List.copyOf(left.values()),
                damagedLines);
    }
}
