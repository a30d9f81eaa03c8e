package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Owned;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * Recovers the instances that ended processes left in the journal. It touches only instances that this account lists, and ends early if
 * the leases are closed; the next recovery continues.
 */
record JournalRecovery(
        GpuCloudClient client,
        LeaseOptions options,
        JournalDirectory directory,
        RecoveredInstances recovered,
        Runnable listed) {

    /** Recovers the instances, and reports the result. */
    RecoveryReport run() {
        RecoveryFindings findings = new RecoveryFindings();
        try (EndedJournals ended = directory.takeOverEnded()) {
            ended.logDamage();
            if (!ended.isEmpty()) {
                settle(ended, findings);
            }
            return findings.report(recovered, ended.damagedLines());
        }
    }

    /** Polls the list until every record is settled, or until another poll cannot settle more. */
    private void settle(EndedJournals ended, RecoveryFindings findings) {
        Stopwatch stopwatch = new Stopwatch(client.timer());
        Duration patience = patience(ended);
        try {
            while (true) {
                boolean last = stopwatch.hasReached(patience);
                RecoveryPass pass = new RecoveryPass(
                        options,
                        ended,
                        findings,
                        recovered,
                        client.instances().list(),
                        directory.readAllBut(ended.paths()));
                pass.noteAbsences(stopwatch.elapsed());
                pass.owned();
                listed.run();
                if (last) {
                    pass.attempts();
                    pass.absent();
                    pass.damaged();
                }
                if (last || ended.isSettled() || recovered.isStopped()) {
                    return;
                }
                stopwatch.sleep(options.interval());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            ended.save();
        }
    }

    /**
     * How long to wait until the instances of all attempts are listed, and instances that other programs created at the same time
     * have their titles. Not less than the window, because one list proves no absence.
     */
    private Duration patience(EndedJournals ended) {
        Duration longest = options.window().multipliedBy(2).plus(options.clockTolerance());
        Instant now = client.timer().now();
        return ended.intact().stream()
                .flatMap(state -> Stream.concat(
                        state.attempts().stream().map(Creating::at),
                        state.owned().stream().map(Owned::at)))
                .map(at -> Duration.between(now, at.plus(longest)))
                .max(Duration::compareTo)
                .map(rest -> rest.compareTo(longest) > 0 ? longest : rest)
                .map(rest -> rest.compareTo(options.window()) < 0 ? options.window() : rest)
                .orElse(Duration.ZERO);
    }
}
