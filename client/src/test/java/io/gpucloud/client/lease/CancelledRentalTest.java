package io.gpucloud.client.lease;

import static io.gpucloud.client.lease.AccountTestBase.assertOutcomeUnknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rentals that are cancelled, or whose leases are closed, end at once. A pause that begins before ends only by an
 * interrupt.
 */
class CancelledRentalTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final RentalPlan PLAN = AccountTestBase.PLAN.toBuilder()
            .onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY)
            .createTimeout(HOUR)
            .build();

    private final TestTime time = new TestTime();
    private final AccountService account = new AccountService(time);
    private final CountDownLatch pausing = new CountDownLatch(1);
    private final CountDownLatch creating = new CountDownLatch(1);
    private final CountDownLatch mayCreate = new CountDownLatch(1);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private boolean slow;
    private final FaultServer server = new FaultServer(this::reply);
    private final GpuCloudClient client = TestClients.builder(server, time)
            .timer(time.withPauses(pause -> {
                pausing.countDown();
                return stopped.get() ? time.after(pause) : new CompletableFuture<>();
            }))
            .executor(task -> {
                start(new Thread(task));
            })
            .build();
    private final Leases leases = TestClients.leases(client);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private Reply reply(ReceivedRequest request) {
        if (slow && request.operation().endsWith("create_by_pod")) {
            creating.countDown();
            Latches.await(mayCreate);
        }
        return account.reply(request);
    }

    private void start(Thread thread) {
        threads.add(thread);
        thread.setDaemon(true);
        thread.start();
    }

    private void awaitThreads() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void rentAndCancelInAPause() throws InterruptedException {
        CompletableFuture<InstanceLease> rental = leases.rentAsync(PLAN);
        Latches.await(pausing);
        stopped.set(true);
        rental.cancel(true);
        awaitThreads();
    }

    static Stream<Reply> rejections() {
        return Stream.of(Reply.code(1, "not enough free GPUs"), Reply.json(429, "{}"));
    }

    @ParameterizedTest
    @MethodSource("rejections")
    void sendNoFurtherCreateRequest(Reply rejection) throws InterruptedException {
        account.failing("create_by_pod", 1000, rejection);

        rentAndCancelInAPause();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void destroyTheInstanceThatBoots() throws InterruptedException {
        account.booting();

        rentAndCancelInAPause();

        assertThat(account.instances()).isEmpty();
        assertThat(leases.openLeases()).isEmpty();
    }

    /** An aborted create request would leave it unknown whether an instance exists. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void completeTheCreateRequestAndDestroyItsInstance(boolean closed) throws InterruptedException {
        slow = true;
        stopped.set(true);
        CompletableFuture<InstanceLease> rental = leases.rentAsync(PLAN);
        Latches.await(creating);

        Thread closing = new Thread(leases::close);
        if (closed) {
            start(closing);
            while (closing.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        } else {
            rental.cancel(true);
        }
        mayCreate.countDown();
        awaitThreads();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(account.requests("destroy"))
                .as("one that destroys, and one whose rejection proves it")
                .isEqualTo(2);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void nameTheCandidatesOfALostResponseWhenTheLeasesAreClosed() throws InterruptedException {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        slow = true;
        stopped.set(true);
        CompletableFuture<InstanceLease> rental = leases.rentAsync(PLAN);
        Latches.await(creating);

        rental.cancel(true);
        mayCreate.countDown();
        awaitThreads();

        assertOutcomeUnknown(catchThrowable(leases::close), "instance-1");
        leases.close();
    }

    /** Unlike a cancelled future, the caller waits for the end and learns what is left. */
    @Test
    void nameWhatIsLeftWhenTheyAreStopped() throws InterruptedException {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        slow = true;
        stopped.set(true);
        CompletableFuture<Void> stop = new CompletableFuture<>();
        start(new Thread(() -> thrown.add(catchThrowable(() -> leases.rent(PLAN, stop)))));
        Latches.await(creating);

        stop.complete(null);
        mayCreate.countDown();
        awaitThreads();

        assertThat(thrown).hasSize(1);
        assertOutcomeUnknown(thrown.get(0), "instance-1");
    }

    @Test
    void destroyTheInstanceThatBootsWhenTheyAreStopped() throws InterruptedException {
        account.booting();
        CompletableFuture<Void> stop = new CompletableFuture<>();
        start(new Thread(() -> thrown.add(catchThrowable(() -> leases.rent(PLAN, stop)))));
        Latches.await(pausing);

        stopped.set(true);
        stop.complete(null);
        awaitThreads();

        assertThat(thrown).singleElement().isInstanceOf(WaitFailedException.class);
        assertThat(account.instances()).isEmpty();
    }

    private Leases handingOver(Path journal) {
        return Leases.of(client, AccountTestBase.handingOver(journal).build());
    }

    @Test
    void goOnWithTheBootAfterAHandOver(@TempDir Path journal) throws InterruptedException {
        account.booting();
        Leases first = handingOver(journal);
        CompletableFuture<InstanceLease> rental =
                first.rentAsync(PLAN.toBuilder().tag("job-5529").build());
        Latches.await(pausing);

        stopped.set(true);
        first.close();
        awaitThreads();

        assertThatThrownBy(rental::join).hasCauseInstanceOf(LeasesClosedException.class);
        assertThat(account.instances()).containsExactly("instance-1");
        account.boots();
        try (Leases next = handingOver(journal)) {
            next.recover(found -> RecoveryDecision.RESUME);
            assertThat(next.openLeases())
                    .singleElement()
                    .returns("instance-1", InstanceLease::instanceUuid)
                    .returns("job-5529", InstanceLease::tag);
            next.openLeases().forEach(InstanceLease::close);
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void areNotHandedOverWithoutTheTitleThatASweepFinds(@TempDir Path journal) throws InterruptedException {
        account.booting();
        slow = true;
        Leases first = handingOver(journal);
        CompletableFuture<InstanceLease> rental = first.rentAsync(PLAN);
        Latches.await(creating);

        Thread closing = new Thread(first::close);
        start(closing);
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        stopped.set(true);
        mayCreate.countDown();
        awaitThreads();

        assertThatThrownBy(rental::join).hasCauseInstanceOf(LeasesClosedException.class);
        assertThat(account.instances()).isEmpty();
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void areNotHandedOver(@TempDir Path journal) throws InterruptedException {
        account.booting();
        Leases first = handingOver(journal);
        CompletableFuture<InstanceLease> rental = first.rentAsync(PLAN);
        Latches.await(pausing);

        stopped.set(true);
        rental.cancel(true);
        first.close();
        awaitThreads();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void endWhenTheLeasesAreClosed() throws InterruptedException {
        account.booting();
        CompletableFuture<InstanceLease> rental = leases.rentAsync(PLAN);
        Latches.await(pausing);

        stopped.set(true);
        leases.close();
        awaitThreads();

        assertThat(account.instances()).isEmpty();
        assertThatThrownBy(rental::join)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void endOnTheThreadOfTheCallerWhenTheLeasesAreClosed() throws InterruptedException {
        account.failing("create_by_pod", 1000, Reply.code(1, "not enough free GPUs"));
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread renting = new Thread(() -> {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(IllegalStateException.class);
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        start(renting);
        Latches.await(pausing);

        stopped.set(true);
        leases.close();
        awaitThreads();

        assertThat(interrupted).isCompletedWithValue(false);
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }
}
