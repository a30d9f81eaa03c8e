package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/** How the kit handles HTTP 429. Pauses are recorded, not slept. */
class RateLimitRetryTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private final List<Duration> pauses = new ArrayList<>();

    /** Responds with 429 to the first requests. */
    private static ModifyingProxy refusing(int first, String retryAfter) {
        AtomicInteger requests = new AtomicInteger();
        return RUNS.proxy(response -> requests.incrementAndGet() > first
                ? response
                : response.tooManyRequests().with("Retry-After", retryAfter));
    }

    private ServiceResponse send(ModifyingProxy service, boolean admin, String operation, Object... members) {
        Settings settings =
                KitRuns.settings(service.url(), admin ? "--admin" : "--key=demo-key", "--only=" + operation);
        KitContext kit = new KitContext(settings, pauses::add);
        return new ServiceClient(kit, "demo-key").call(operation, members);
    }

    @Test
    void retriesAfterThePauseInRetryAfter() {
        try (ModifyingProxy service = refusing(2, "7")) {
            assertThat(send(service, false, "listGpus").status()).isEqualTo(200);
            assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
        }
    }

    @Test
    void givesUpAfterThreeRetriesAndPausesAtMost60Seconds() {
        try (ModifyingProxy service = refusing(100, "9999")) {
            assertThat(send(service, false, "listGpus").status()).isEqualTo(429);
            assertThat(service.methods()).hasSize(4);
            assertThat(pauses).hasSize(3).containsOnly(Duration.ofSeconds(60));
        }
    }

    @Test
    void pausesOneSecondWhenRetryAfterIsNotReadable() {
        try (ModifyingProxy service = refusing(1, "3")) {
            send(service, false, "listGpus");
        }
        try (ModifyingProxy service = refusing(1, "86400")) {
            send(service, false, "listGpus");
        }
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    @Test
    void doesNotRetryRequestsThatMayCostMoney() {
        try (ModifyingProxy service = refusing(1, "7")) {
            assertThatThrownBy(() -> send(service, false, "destroyInstance", "instance_uuid", "none"))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContaining("429");
            assertThat(service.methods()).containsExactly("POST");
            assertThat(pauses).containsExactly(Duration.ofSeconds(7));
        }
    }

    @Test
    void doesNotRetryInRunsWithAdmin() {
        try (ModifyingProxy service = refusing(1, "7")) {
            assertThat(send(service, true, "listGpus").status()).isEqualTo(429);
            assertThat(pauses).isEmpty();
        }
    }
}
