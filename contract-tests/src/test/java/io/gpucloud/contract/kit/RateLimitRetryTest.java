package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/** How the kit handles HTTP 429. Pauses are recorded, not slept. */
class RateLimitRetryTest {

    @RegisterExtension
    static final Runs RUNS = new Runs();

    private final List<Duration> pauses = new ArrayList<>();

    /** Responds with 429 to the first requests. */
    private static Spoiler refusing(int first, String retryAfter) {
        AtomicInteger requests = new AtomicInteger();
        return new Spoiler(RUNS.url(), passing -> {
            if (requests.incrementAndGet() > first) {
                return passing;
            }
            Map<String, List<String>> headers = new TreeMap<>(passing.headers());
            headers.put("Retry-After", List.of(retryAfter));
            return new Spoiler.Passing(passing.request(), 429, headers, "{\"code\":1,\"msg\":\"too many requests\"}");
        });
    }

    private Answer ask(Spoiler service, boolean admin, String operation, Object... members) {
        Settings settings =
                new Settings(service.url(), "demo-key", false, admin, null, false, Set.of(), Set.of(operation));
        Kit kit = new Kit(settings, (answer, faulty) -> {}, pauses::add);
        return new Service(kit, new Account("demo-key")).call(operation, members);
    }

    @Test
    void retriesAfterThePauseInRetryAfter() {
        try (Spoiler service = refusing(2, "7")) {
            assertThat(ask(service, false, "listGpus").status()).isEqualTo(200);
            assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
        }
    }

    @Test
    void givesUpAfterThreeRetriesAndPausesAtMost60Seconds() {
        try (Spoiler service = refusing(100, "9999")) {
            assertThat(ask(service, false, "listGpus").status()).isEqualTo(429);
            assertThat(service.methods()).hasSize(4);
            assertThat(pauses).hasSize(3).containsOnly(Duration.ofSeconds(60));
        }
    }

    @Test
    void pausesOneSecondWhenRetryAfterIsNotReadable() {
        try (Spoiler service = refusing(1, "3")) {
            ask(service, false, "listGpus");
        }
        try (Spoiler service = refusing(1, "86400")) {
            ask(service, false, "listGpus");
        }
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    @Test
    void doesNotRetryRequestsThatMayCostMoney() {
        try (Spoiler service = refusing(1, "7")) {
            assertThatThrownBy(() -> ask(service, false, "destroyInstance", "instance_uuid", "none"))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContaining("429");
            assertThat(service.methods()).containsExactly("POST");
            assertThat(pauses).containsExactly(Duration.ofSeconds(7));
        }
    }

    @Test
    void doesNotRetryInRunsWithAdmin() {
        try (Spoiler service = refusing(1, "7")) {
            assertThat(ask(service, true, "listGpus").status()).isEqualTo(429);
            assertThat(pauses).isEmpty();
        }
    }
}
