package io.gpucloud.client.lease;

import io.gpucloud.client.lease.LeaseRecord.Cost;
import io.gpucloud.client.lease.LeaseRecord.Declaration;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Plan;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The records that an ended process left in a journal. */
public final class EndedProcess {

    static final InstanceRequest POD = new InstanceRequest("pod", null, null, "gpu", 1);

    private EndedProcess() {}

    /** An adopted instance, which boots if it has no timer. */
    static LeaseRecord leased(String instance, LeaseTerms terms, Instant now, @Nullable Instant endsAt) {
        return leased(UUID.randomUUID().toString().substring(0, 8), instance, terms, now, endsAt);
    }

    static LeaseRecord leased(String nonce, String instance, LeaseTerms terms, Instant now, @Nullable Instant endsAt) {
        return record(
                nonce,
                endsAt == null ? LeaseState.BOOTING : LeaseState.RUNNING,
                terms,
                null,
                now,
                instance,
                new Timer(endsAt, null));
    }

    /** A create request whose response it has not read. */
    static LeaseRecord creating(String nonce, LeaseTerms terms, Instant now, String... before) {
        Request request = new Request(POD, now, Set.of(before), true, false, false);
        return record(nonce, LeaseState.CREATING, terms, request, now, null, Timer.NONE);
    }

    private static LeaseRecord record(
            String nonce,
            LeaseState state,
            LeaseTerms terms,
            @Nullable Request request,
            Instant now,
            @Nullable String instance,
            Timer timer) {
        return new LeaseRecord(
                new LeaseRecord.Id(nonce, nonce, "ended"),
                "ended",
                state,
                new Plan(terms, Map.of()),
                new Declaration(AccountUse.SOLE_USER, LedgerScenario.WINDOW),
                request,
                new Cost(null, now, now.plus(AccountTestBase.HOUR)),
                instance,
                timer,
                End.NONE,
                1);
    }

    /** It was killed while its lease was open. */
    public static void leavesRunning(Path directory, String instance, @Nullable String tag, Instant now) {
        leaves(directory, leased(instance, new LeaseTerms(tag, null), now, now.plus(AccountTestBase.HOUR)));
    }

    /** It was killed. */
    static void leaves(Path directory, LeaseRecord... records) {
        end(directory, false, records);
    }

    static void handsOver(Path directory, LeaseRecord... records) {
        end(directory, true, records);
    }

    private static void end(Path directory, boolean handsOver, LeaseRecord... records) {
        Journal journal = Journal.open(directory, null, false);
        for (LeaseRecord record : records) {
            LeaseRecord.Id id = new LeaseRecord.Id(record.nonce(), record.nonce(), journal.holder());
            journal.record(new LeaseRecord(
                    id,
                    journal.holder(),
                    record.state(),
                    record.plan(),
                    record.declaration(),
                    record.request(),
                    record.cost(),
                    record.instanceUuid(),
                    record.timer(),
                    record.end(),
                    record.change()));
        }
        if (handsOver) {
            journal.handOver();
        }
        journal.close();
    }
}
