package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that fail before a create request is sent are repeated until the create timeout. */
class SafeRepetitionTest extends AccountTestBase {

    private static final RentalPlan ANY_MODEL = RentalPlan.ofPod("pod", HOUR);

    private final Leases leases = Leases.of(client);

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aServiceThatFailsForThreeMinutesDelaysARental(int status) {
        account.failing("gpu/list", 12, Reply.json(status, "{}")).failing("list", 12, Reply.json(status, "{}"));

        leases.rent(ANY_MODEL).close();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(time.passed()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void aRejectedKeyFailsAtOnce() {
        account.failing("gpu/list", 1000, Reply.json(403, "{}"));

        assertThatThrownBy(() -> leases.rent(ANY_MODEL)).isInstanceOf(PermissionDeniedException.class);

        assertThat(time.passed()).isZero();
    }

    @Test
    void theBootHasALimitOfItsOwn() {
        account.failing("create_by_pod", 10, Reply.code(1, "not enough free GPUs"));
        RentalPlan plan = PLAN.toBuilder()
                .onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY)
                .createTimeout(Duration.ofMinutes(15))
                .bootTimeout(Duration.ofMinutes(1))
                .build();

        assertThat(leases.rent(plan).timerVerified()).isTrue();
        assertThat(time.passed()).isBetween(Duration.ofSeconds(75), Duration.ofSeconds(150));
    }
}
