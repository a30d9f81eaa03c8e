package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The assignment of instances to create requests. Tests against the stub cover the rest. */
class CreationTrackerTest {

    private static final InstanceRequest REQUEST = new InstanceRequest("pod", null, null, "gpu", 1);
    private static final Instance FIRST = instance("first");
    private static final Instance SECOND = instance("second");

    private final CreationTracker tracker = new CreationTracker();
    private final CreationAttempt early = lost(Set.of());
    private final CreationAttempt late = lost(Set.of("first"));

    private static Instance instance(String uuid) {
        return Instance.builder()
                .instanceUuid(uuid)
                .status(InstanceStatus.CREATED)
                .title("")
                .build();
    }

    private CreationAttempt lost(Set<String> before) {
        Creating creating = new Creating("1", Instant.EPOCH, false, REQUEST, before, new LeaseTerms(null, null));
        CreationAttempt attempt = new CreationAttempt(creating, true, LeaseOptions.defaults());
        tracker.sent(attempt);
        tracker.lost(attempt);
        return attempt;
    }

    @Test
    void leavesToALateAttemptTheOnlyInstanceThatItCanHaveMade() {
        assertThat(tracker.claimFor(early, List.of(SECOND, FIRST))).contains(FIRST);
        assertThat(tracker.claimFor(late, List.of(SECOND, FIRST))).contains(SECOND);
    }
}
