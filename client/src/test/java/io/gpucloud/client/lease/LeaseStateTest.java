package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of states and transitions. */
class LeaseStateTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PLANNED  | CREATING FAILED
            CREATING | PLANNED BOOTING IN_DOUBT FAILED
            IN_DOUBT | BOOTING ENDING UNKNOWN FAILED
            UNKNOWN  | BOOTING ENDING ENDED
            BOOTING  | RUNNING LOST KEPT ENDING IN_DOUBT
            RUNNING  | LOST KEPT ENDING
            LOST     | ENDING KEPT ENDED
            ENDING   | ENDED IN_DOUBT
            KEPT     | BOOTING ENDING ENDED
            ENDED    | ''
            FAILED   | ''
            """)
    void hasTheseTransitionsAndNoOther(LeaseState state, String allowed) {
        List<LeaseState> next = Arrays.stream(allowed.split(" ", -1))
                .filter(name -> !name.isEmpty())
                .map(LeaseState::valueOf)
                .toList();
        LeaseRecord record = LedgerScenario.record(state);

        for (LeaseState target : LeaseState.values()) {
            if (next.contains(target)) {
                assertThat(record.to(target).state()).isEqualTo(target);
            } else {
                assertThatThrownBy(() -> record.to(target))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("is " + state + " and cannot become " + target);
            }
        }
    }

    @Test
    void aRecordBeginsAsAPlanAnAdoptionOrADestruction() {
        LeaseRecord.Id id = new LeaseRecord.Id("01234567", "01234567", "one");
        var plan = new LeaseRecord.Plan(new LeaseTerms(null, Duration.ofHours(1)), Map.of());
        var declaration = new LeaseRecord.Declaration(AccountUse.SHARED, Duration.ofMinutes(2));
        for (LeaseState state : LeaseState.values()) {
            boolean allowed = state == LeaseState.PLANNED || state == LeaseState.BOOTING || state == LeaseState.ENDING;
            if (allowed) {
                assertThat(LeaseRecord.first(id, state, plan, declaration).state())
                        .isEqualTo(state);
            } else {
                assertThatThrownBy(() -> LeaseRecord.first(id, state, plan, declaration))
                        .hasMessage("no lease begins as " + state);
            }
        }
    }
}
