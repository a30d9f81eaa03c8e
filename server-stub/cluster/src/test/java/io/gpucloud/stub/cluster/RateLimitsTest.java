package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Rate limits count requests to all members together. */
class RateLimitsTest {

    private static final int PER_SECOND = 5;
    private static final LocalCluster CLUSTER =
            LocalCluster.of(2, "stub.rate-limit.requests-per-second=" + PER_SECOND, "stub.rate-limit.concurrent=3");

    @AfterAll
    static void end() {
        CLUSTER.close();
    }

    private static Http member(int number) {
        return Http.of(CLUSTER.stub(number % 2));
    }

    @Test
    void acceptAsManyRequestsAsOneStub() {
        long begun = System.nanoTime();
        long letIn = IntStream.range(0, 60)
                .filter(i -> member(i).get("tenant-fast", "/balance/info").status() == 200)
                .count();
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat((double) letIn).isBetween((double) PER_SECOND, PER_SECOND + PER_SECOND * seconds + 1);
    }

    @Test
    void countConcurrentRequestsOfAllMembers() {
        String key = "tenant-slow";
        member(0).admin("POST", "/faults", "{\"api_key\":\"" + key + "\",\"delay_ms\":4000,\"times\":3}");
        CompletableFuture<?>[] slow = IntStream.range(0, 3)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> member(i).get(key, "/balance/info")))
                .toArray(CompletableFuture<?>[]::new);
        Await.until(
                "a fourth request is rejected",
                Duration.ofSeconds(30),
                () -> member(1).get(key, "/balance/info").status() == 429);
        CompletableFuture.allOf(slow).join();
        Await.until(
                "permits are released",
                Duration.ofSeconds(30),
                () -> member(0).get(key, "/balance/info").status() == 200);
    }
}
