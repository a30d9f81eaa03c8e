package io.gpucloud.cli.monitor;

import io.gpucloud.client.lease.AccountFinding;
import io.gpucloud.client.lease.AccountReport;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoverableInstance;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RecoveryReport;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepReport;
import io.gpucloud.client.model.Instance;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Destroys what is proven to be left, as the commands {@code recover} and {@code sweep} do. */
final class Cleanup {

    private final Leases leases;
    private final Set<String> destroyed = new LinkedHashSet<>();
    private final Set<String> left = new LinkedHashSet<>();

    Cleanup(Leases leases) {
        this.leases = leases;
    }

    /** An instance that was handed over waits for the next start of its program. */
    private static final class HandedOver extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static boolean needsRecovery(AccountReport report, Path journal) {
        return report.findings().stream()
                .anyMatch(finding -> journal.equals(finding.journal())
                        && (finding.kind() == AccountFinding.Kind.LEFT
                                || finding.kind() == AccountFinding.Kind.IN_DOUBT));
    }

    /** Whether an instance has the age of a sweep. The sweep itself reads the list again. */
    static boolean needsSweep(AccountReport report, SweepCriteria criteria) {
        Instant latest = report.costs().at().minus(criteria.olderThan());
        return report.instances().stream()
                .map(Instance::createTime)
                .anyMatch(created -> created != null && !created.isAfter(latest));
    }

    void recover() {
        RecoveryReport report = leases.recover(Cleanup::decide);
        destroyed.addAll(report.destroyed());
        addLeft(report.left());
    }

    private static RecoveryDecision decide(RecoverableInstance found) {
        if (found.handedOver()) {
            throw new HandedOver();
        }
        return RecoveryDecision.DESTROY;
    }

    void sweep(SweepCriteria criteria) {
        SweepReport report = leases.sweep(criteria).destroy();
        report.destroyed().forEach(instance -> destroyed.add(instance.instanceUuid()));
        addLeft(report.left());
    }

    private void addLeft(List<? extends RuntimeException> failures) {
        failures.stream()
                .flatMap(failure -> Stream.of(failure, failure.getCause()))
                .forEach(failure -> {
                    if (failure instanceof InstanceNotDestroyedException undone) {
                        left.add(undone.instanceUuid());
                    }
                });
    }

    Set<String> destroyed() {
        return destroyed;
    }

    /** The instances that could not be destroyed. */
    Set<String> left() {
        return left;
    }
}
