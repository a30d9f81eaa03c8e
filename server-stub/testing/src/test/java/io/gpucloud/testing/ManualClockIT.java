package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.support.GenericApplicationContext;

@ExtendWith(GpuCloudStubExtension.class)
class ManualClockIT {

    private final Queue<Runnable> reports = new ArrayDeque<>();
    private final List<String> lines = new ArrayList<>();

    @Test
    void namesTheThreadsThatWaitForTheTest(StubClock clock) throws InterruptedException {
        clock.freeze();
        AccountTimer timer = new AccountTimer(clock, reports::add, lines::add);
        timer.manual(true);
        CompletableFuture<?> pause = timer.after(Duration.ofHours(1));
        CompletableFuture<?> another = timer.after(Duration.ofHours(2));
        Thread waiting = new Thread(() -> await(timer, pause), "renting-thread");
        waiting.start();
        while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        reports.forEach(Runnable::run);

        assertThat(lines)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .contains("clock.manual()", "[renting-thread]", "clock.advance(..)", "clock.unfreeze()")
                        .contains(clock.now().plus(Duration.ofHours(1)).toString()));
        timer.manual(false);
        waiting.join();
        another.join();
    }

    @Test
    void reportsNothingWhileTheTestMovesTheClock(StubClock clock) {
        clock.freeze();
        AccountTimer timer = new AccountTimer(clock, reports::add, lines::add);
        timer.manual(true);
        CompletableFuture<?> shorter = timer.after(Duration.ofHours(1));
        CompletableFuture<?> longer = timer.after(Duration.ofHours(2));
        clock.advance(Duration.ofHours(1));
        timer.moved();
        shorter.join();
        List<Runnable> first = List.copyOf(reports);
        reports.clear();

        first.forEach(Runnable::run);

        assertThat(lines).isEmpty();
        reports.forEach(Runnable::run);
        assertThat(lines).hasSize(1);
        timer.manual(false);
        longer.join();
    }

    @Test
    void endsWhenTheClockStartsAgain(GpuCloudClient client, StubClock clock) {
        clock.manual();
        CompletableFuture<?> pause = client.timer().after(Duration.ofHours(1));

        clock.unfreeze();

        pause.join();
    }

    @Test
    void endsWithItsApplicationContext() {
        GenericApplicationContext context = GpuCloudStubTestIT.contextWithAnAccount();
        StubAccount account = context.getBeanFactory().getBean(StubAccount.class);
        context.registerBean(
                Leases.class,
                () -> Leases.of(
                        account.client(),
                        LeaseOptions.builder().withoutJournal().build()));
        context.refresh();
        InstanceLease lease = context.getBean(Leases.class).rent(GpuCloudStubTestIT.PLAN);
        account.clock().manual();
        account.faults()
                .set(StubFault.status(503).on(Operations.DESTROY_INSTANCE).times(2));

        // Destroys the instance, and waits between the requests.
        context.close();

        assertThat(lease.isOpen()).isFalse();
    }

    private static void await(AccountTimer timer, CompletableFuture<?> pause) {
        try {
            timer.await(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
