package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.lease.LeaseRecord.Cost;
import io.gpucloud.client.lease.LeaseRecord.DestroyResponse;
import io.gpucloud.client.lease.LeaseRecord.End;
import io.gpucloud.client.lease.LeaseRecord.Plan;
import io.gpucloud.client.lease.LeaseRecord.Request;
import io.gpucloud.client.lease.LeaseRecord.Timer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The line of a record in the journal. */
class RecordLineTest {

    private static final Instant LATER = LedgerScenario.START.plusSeconds(90);

    private static LeaseRecord full() {
        return LedgerScenario.record(LeaseState.ENDING)
                .with(new Plan(
                        new LeaseTerms("job \"1\"", Duration.ofHours(1), Duration.ofMinutes(1), Duration.ofMinutes(20)),
                        Map.of("a", "ä\n")))
                .with(new Request(LedgerScenario.POD, LATER, Set.of("instance-8", "instance-9"), false, true, false))
                .with(new Cost(new BigDecimal("2.50"), LATER, LATER))
                .with(new Timer(LATER, LATER))
                .with(End.NONE
                        .with(DestroyResponse.LOST)
                        .with(DestroyResponse.ACCEPTED)
                        .absentSince(LATER))
                .changed();
    }

    private static String line(LeaseRecord record) {
        return RecordLine.encode(record).stripTrailing();
    }

    @ParameterizedTest
    @EnumSource
    void survivesInEachState(LeaseState state) {
        LeaseRecord record = LedgerScenario.record(state);

        assertThat(RecordLine.decode(line(record))).contains(record);
        assertThat(RecordLine.decode(line(record.heldBy(null)))).contains(record.heldBy(null));
    }

    @Test
    void survivesWithAllMembers() {
        assertThat(RecordLine.decode(line(full()))).contains(full());
        assertThat(line(full())).doesNotContain("\n");
    }

    @Test
    void isRejectedIfAnyCharacterDiffers() {
        String line = line(full());
        for (int i = 0; i < line.length(); i++) {
            String damaged = line.substring(0, i) + (char) (line.charAt(i) ^ 1) + line.substring(i + 1);
            assertThat(RecordLine.decode(damaged)).as(damaged).isEmpty();
            assertThat(RecordLine.decode(line.substring(0, i))).as("torn").isEmpty();
        }
    }

    /** One such line must not stop the recovery of all files. */
    @Test
    void isRejectedIfItsMomentIsAtTheEndOfTime() {
        assertThat(RecordLine.decode(line(full().with(new Timer(Instant.MAX, null)))))
                .isEmpty();
        assertThat(RecordLine.decode(line(full().withInstance(null)))).isEmpty();
    }

    @Test
    void isRejectedIfItLacksAMember() {
        assertThat(RecordLine.decode("{}")).isEmpty();
        assertThat(RecordLine.decode("null")).isEmpty();
        assertThat(RecordLine.decode("")).isEmpty();
    }
}
