package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who takes which instance; the rest is told by tests against the stub. */
class RegisterTest {

    private static final Order ORDER = new Order("pod", null, null, "gpu", 1);
    private static final Instance FIRST = instance("first");
    private static final Instance SECOND = instance("second");

    private final Register register = new Register();
    private final Attempt early = lost(Set.of());
    private final Attempt late = lost(Set.of("first"));

    private static Instance instance(String uuid) {
        return Instance.builder()
                .instanceUuid(uuid)
                .status(InstanceStatus.CREATED)
                .title("")
                .build();
    }

    private Attempt lost(Set<String> before) {
        Attempt attempt = new Attempt(ORDER, before, Instant.EPOCH);
        register.sent(attempt);
        register.lost(attempt);
        return attempt;
    }

    @Test
    void leavesToALateAttemptTheOnlyInstanceThatItCanHaveMade() {
        assertThat(register.claimFor(early, List.of(SECOND, FIRST))).contains(FIRST);
        assertThat(register.claimFor(late, List.of(SECOND, FIRST))).contains(SECOND);
    }

    @Test
    void givesEachInstanceToOneAttempt() {
        assertThat(register.claimFor(late, List.of(SECOND))).contains(SECOND);
        assertThat(register.claimFor(early, List.of(SECOND))).isEmpty();
    }

    @Test
    void givesNothingWhileAnAnswerIsOnItsWay() {
        Attempt outstanding = new Attempt(ORDER, Set.of(), Instant.EPOCH);
        register.sent(outstanding);
        assertThat(register.claimFor(early, List.of(FIRST))).isEmpty();

        register.answered(outstanding, "second");

        assertThat(register.claimFor(early, List.of(SECOND, FIRST))).contains(FIRST);
    }

    @Test
    void givesNothingWhenThereAreMoreInstancesThanLostAttempts() {
        register.over(late);

        assertThat(register.claimFor(early, List.of(SECOND, FIRST))).isEmpty();
    }
}
