package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process with a lease whose timer is renewed is killed after a random number of renewals. The number of kills is the
 * system property {@code lease.renewals}; {@code lease.seed} is the first one.
 */
@Tag("ci")
class RenewedTimersTest {

    private static final int MOST_RENEWALS = 3;
    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration TOLERANCE = Duration.ofMinutes(2);

    /** As {@link RentalPlan.Builder#renewTimerEvery} documents it. */
    private static final Duration LONGEST = EVERY.plusMinutes(5).plus(TOLERANCE);

    static LongStream kills() {
        long first = Long.getLong("lease.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("lease.renewals", 3));
    }

    @ParameterizedTest
    @MethodSource("kills")
    void theServiceShutsTheInstanceOfAKilledProcessDown(long seed, @TempDir Path journal) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int renewals = random.nextInt(MOST_RENEWALS + 1);
        try (StubAccount account = InProcessStub.newAccount();
                GpuCloudClient client = account.client()) {
            account.takesTime(Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO);
            account.faults().set(StubFault.status(500).on("setShutdownTimer").probability(0.3 * random.nextDouble()));
            try (SharedClock.Program program =
                    new SharedClock(account.clock(), 1).programs().get(0)) {
                program.start(Renting.class, account.baseUrl(), account.apiKey(), journal);
                await(program, LeaseEvent.Type.RUNNING);
                for (int i = 0; i < renewals; i++) {
                    await(program, LeaseEvent.Type.RENEWED);
                }
                program.kill();
            }
            assertThat(client.instances().list()).singleElement().matches(Instance::isRunning);

            account.clock().advance(LONGEST);

            assertThat(client.instances().list())
                    .singleElement()
                    .matches(instance -> instance.status().isStopped());
        }
    }

    private static void await(SharedClock.Program program, LeaseEvent.Type event) throws IOException {
        String line = "";
        while (!line.equals(event.name())) {
            line = Objects.requireNonNull(program.readLine(), "the process has ended");
        }
    }

    /** Rents one instance. Its lines are the events of its lease. */
    static final class Renting {

        /** In minutes: the timer ends the instance then. */
        private static final int TOO_LATE = 7;

        private Renting() {}

        /** The arguments: address, API key, journal. */
        public static void main(String[] arguments) throws InterruptedException {
            SharedClock.Time time = SharedClock.Time.start();
            Semaphore renewed = new Semaphore(0);
            LeaseOptions options = LeaseOptions.builder()
                    .journal(Path.of(arguments[2]))
                    .clockTolerance(TOLERANCE)
                    .listener(event -> {
                        System.out.println(event.type());
                        if (event.type() == LeaseEvent.Type.RENEWED) {
                            renewed.release();
                        }
                    })
                    .build();
            try (GpuCloudClient client = GpuCloudClient.builder()
                            .baseUrl(arguments[0])
                            .apiKey(arguments[1])
                            .timer(time)
                            .build();
                    Leases leases = Leases.of(client, options)) {
                leases.rent(RentalPlan.builder()
                        .podUuid(TestAccount.POD)
                        .maxLifetime(Duration.ofHours(8))
                        .renewTimerEvery(EVERY)
                        .build());
                time.sleep(EVERY);
                for (int late = 0; late < TOO_LATE; late++) {
                    // A lease looks for due renewals once a second of real time.
                    boolean isRenewed = renewed.tryAcquire(1500, TimeUnit.MILLISECONDS);
                    time.sleep(Duration.ofMinutes(1));
                    if (isRenewed) {
                        time.sleep(EVERY.minusMinutes(1));
                        late = 0;
                    }
                }
            }
        }
    }
}
