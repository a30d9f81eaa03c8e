package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases that outlive their process: handed over when it ends in order, or recovered after a crash. */
class HandOverTest extends AccountTestBase {

    private static final RentalPlan JOB = PLAN.toBuilder().tag("job-5529").build();

    @TempDir
    private Path journal;

    private LeaseOptions.Builder options() {
        return handingOver(journal);
    }

    private Leases start() {
        return Leases.of(client, options().build());
    }

    @Test
    void theNextStartHasTheLeaseWithItsTagAndItsEnd() throws InterruptedException {
        Instant end;
        try (Leases leases = start()) {
            end = leases.rent(JOB).endsAt();
        }
        assertThat(account.instances()).containsExactly("instance-1");
        time.sleep(Duration.ofMinutes(20));

        try (Leases next = start()) {
            assertThat(next.openLeases()).singleElement().satisfies(lease -> {
                assertThat(lease.instanceUuid()).isEqualTo("instance-1");
                assertThat(lease.tag()).isEqualTo("job-5529");
                assertThat(lease.endsAt()).isEqualTo(end);
                assertThat(lease.timerVerified()).isTrue();
            });
            assertThat(account.requests("shutdown_timer")).isEqualTo(1);
        }
        try (Leases third = start()) {
            assertThat(third.openLeases()).hasSize(1);
            third.openLeases().forEach(InstanceLease::close);
        }
        assertThat(account.instances()).isEmpty();
    }

    /** The caller does not get a lease of closed leases. The next start gets it. */
    @Test
    void aLeaseThatBeginsWhileTheLeasesAreClosedIsHandedOver() {
        CompletableFuture<Void> running = new CompletableFuture<>();
        CompletableFuture<Void> closing = new CompletableFuture<>();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        Leases leases = Leases.of(
                client,
                options()
                        .listener(event -> {
                            boolean ofJob = "job-5529".equals(event.tag());
                            if (event.type() == LeaseEvent.Type.RUNNING && !ofJob) {
                                running.complete(null);
                                closing.join();
                            } else if (event.type() == LeaseEvent.Type.HANDED_OVER && ofJob) {
                                closing.complete(null);
                                failed.join();
                            }
                        })
                        .build());
        leases.rent(JOB);
        var unused = leases.rentAsync(PLAN.toBuilder().tag("job-2").build())
                .whenComplete((lease, failure) -> failed.complete(failure));
        running.join();

        leases.close();

        assertThat(failed.join()).isInstanceOf(LeasesClosedException.class).hasMessage("the leases are closed");
        assertThat(account.instances()).containsExactly("instance-1", "instance-2");
        try (Leases next = start()) {
            assertThat(next.openLeases()).extracting(InstanceLease::tag).containsExactlyInAnyOrder("job-5529", "job-2");
        }
    }

    /** A rental that ends when the leases are closed, and the journal is not handed over yet, waits for that. */
    @Test
    void aLeaseThatBeginsBeforeTheJournalIsHandedOverIsHandedOver() throws InterruptedException {
        CompletableFuture<Void> booting = new CompletableFuture<>();
        CompletableFuture<Void> closing = new CompletableFuture<>();
        CompletableFuture<Thread> running = new CompletableFuture<>();
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        DefaultLeases leases = DefaultLeases.open(
                client,
                options()
                        .whenLost(LostPolicy.KEEP)
                        .listener(event -> {
                            boolean ofJob = "job-5529".equals(event.tag());
                            if (event.type() == LeaseEvent.Type.BOOTING && ofJob) {
                                booting.complete(null);
                                closing.join();
                            } else if (event.type() == LeaseEvent.Type.RUNNING && ofJob) {
                                running.complete(Thread.currentThread());
                            } else if (event.type() == LeaseEvent.Type.ENDED && !ofJob) {
                                closing.complete(null);
                                awaitEndOrWait(failed, running.join());
                            }
                        })
                        .build());
        client.instances().destroy(leases.rent(PLAN).instanceUuid());
        for (int i = 0; i < 3; i++) {
            time.sleep(Duration.ofMinutes(1));
            leases.upkeep();
        }
        var unused = leases.rentAsync(JOB).whenComplete((lease, failure) -> failed.complete(failure));
        booting.join();

        leases.close();

        assertThat(failed.join()).isInstanceOf(LeasesClosedException.class);
        assertThat(account.instances()).containsExactly("instance-2");
    }

    private static void awaitEndOrWait(CompletableFuture<?> end, Thread thread) {
        while (!end.isDone() && thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aLeaseThatItsCallerClosesMeanwhileIsDestroyed() {
        List<LeaseEvent.Type> events = new CopyOnWriteArrayList<>();
        CompletableFuture<Void> ending = new CompletableFuture<>();
        CompletableFuture<Void> destroying = new CompletableFuture<>();
        List<InstanceLease> rented = new ArrayList<>();
        List<CompletableFuture<?>> ends = new ArrayList<>();
        Leases leases = Leases.of(
                client,
                options()
                        .listener(event -> {
                            events.add(event.type());
                            if (event.type() == LeaseEvent.Type.HANDED_OVER && !ending.isDone()) {
                                // The other one is about to be handed over.
                                rented.stream()
                                        .filter(InstanceLease::isOpen)
                                        .map(InstanceLease::closeAsync)
                                        .forEach(ends::add);
                                ending.join();
                            } else if (event.type() == LeaseEvent.Type.ENDING) {
                                ending.complete(null);
                                destroying.join();
                            }
                        })
                        .build());
        rented.add(leases.rent(JOB));
        rented.add(leases.rent(PLAN));

        CompletableFuture<Void> end = CompletableFuture.runAsync(leases::close);
        ending.join();
        destroying.complete(null);
        end.join();

        assertThat(events).containsOnlyOnce(LeaseEvent.Type.HANDED_OVER, LeaseEvent.Type.ENDED);
        assertThat(account.instances()).hasSize(1);
        try (Leases next = start()) {
            assertThat(next.openLeases())
                    .extracting(InstanceLease::instanceUuid)
                    .containsExactlyElementsOf(account.instances());
        }
    }

    /** The thread that closes it has not begun. */
    @Test
    void aLeaseThatIsClosedAsynchronouslyIsDestroyed() {
        List<Runnable> later = new ArrayList<>();
        AtomicBoolean busy = new AtomicBoolean();
        Executor executor = task -> {
            if (busy.get()) {
                later.add(task);
            } else {
                task.run();
            }
        };
        CompletableFuture<?> end;
        try (GpuCloudClient program =
                        TestClients.builder(server, time).executor(executor).build();
                Leases leases = Leases.of(program, options().build())) {
            InstanceLease lease = leases.rent(JOB);
            busy.set(true);
            end = lease.closeAsync();
        }

        assertThat(account.instances()).isEmpty();
        later.forEach(Runnable::run);
        assertThat(end).isCompleted();
    }

    /** Its caller has closed it, although the request to destroy it is not sent yet. */
    @Test
    void aLeaseWhoseImageIsBeingSavedIsDestroyed() throws InterruptedException {
        CountDownLatch saving = new CountDownLatch(1);
        CountDownLatch handedOver = new CountDownLatch(3);
        Leases leases = Leases.of(
                client,
                options()
                        .beforeDestroy(
                                lease -> {
                                    saving.countDown();
                                    Latches.await(handedOver);
                                },
                                HOUR)
                        .listener(at(LeaseEvent.Type.HANDED_OVER, handedOver::countDown))
                        .build());
        InstanceLease done = leases.rent(JOB);
        for (int i = 0; i < 3; i++) {
            leases.rent(PLAN);
        }
        var unused = done.closeAsync();
        saving.await();

        leases.close();

        assertThat(account.instances()).hasSize(3).doesNotContain(done.instanceUuid());
    }

    /** A stub that is started again has the same identifiers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anInstanceWithTheNonceOfAnotherRequestIsNotTouched(int starts) {
        for (int i = 0; i < starts; i++) {
            try (Leases leases = Leases.of(anotherClient(), options().build())) {
                if (i == 0) {
                    leases.rent(JOB);
                }
            }
        }
        account.rename(firstInstance, "service.89abcdef: of today");

        try (Leases next = Leases.of(
                anotherClient(),
                options().recovery(found -> RecoveryDecision.DESTROY).build())) {
            assertThat(next.openLeases()).isEmpty();
            RecoveryReport report = next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(report.destroyed()).isEmpty();
            assertThat(next.pending()).isEmpty();
        }
        assertThat(account.instances()).containsExactly(firstInstance);
    }

    @Test
    void anInstanceWhoseTimeIsOverIsDestroyed() throws InterruptedException {
        try (Leases leases = start()) {
            leases.rent(JOB);
        }
        time.sleep(HOUR);

        try (Leases next = start()) {
            assertThat(next.openLeases()).isEmpty();
            next.recover(found -> RecoveryDecision.DESTROY);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void aLeaseOfAKilledProcessIsResumedIfYouSaySo(@TempDir Path killed) {
        Leases running = start();
        Instant end = running.rent(JOB).endsAt();
        copyRecords(journal, killed);
        List<RecoverableInstance> found = new ArrayList<>();
        LeaseOptions options = options().journal(killed).recoverOnStart(false).build();

        try (Leases next = Leases.of(anotherClient(), options)) {
            RecoveryReport report = next.recover(instance -> {
                found.add(instance);
                return RecoveryDecision.RESUME;
            });

            assertThat(report.adopted()).singleElement().satisfies(lease -> {
                assertThat(lease.tag()).isEqualTo("job-5529");
                assertThat(lease.endsAt()).isEqualTo(end);
            });
            assertThat(found).extracting(RecoverableInstance::handedOver).containsExactly(false);
        }
        assertThat(account.requests("shutdown_timer")).isEqualTo(1);
    }

    @Test
    void aKeptInstanceIsNeverTouchedAgain() {
        try (Leases leases = start()) {
            leases.rent(JOB);
        }
        try (Leases next = Leases.of(client, options().recoverOnStart(false).build())) {
            assertThat(next.recover(found -> RecoveryDecision.KEEP).kept()).containsExactly("instance-1");
            assertThat(next.recover(found -> RecoveryDecision.DESTROY).destroyed())
                    .isEmpty();
        }
        assertThat(account.instances()).containsExactly("instance-1");
    }

    private LeaseRecord leased(String instance) {
        return EndedProcess.leased(
                instance,
                new LeaseTerms("job-5529", HOUR),
                time.now(),
                time.now().plus(HOUR));
    }

    @Test
    void closesAfterTheRecoveryInTheBackground() throws InterruptedException {
        EndedProcess.leaves(journal, leased(account.foreign("")));
        CountDownLatch deciding = new CountDownLatch(1);
        CompletableFuture<RecoveryDecision> decision = new CompletableFuture<>();
        LeaseOptions options = options()
                .onClose(OnClose.DESTROY)
                .recovery(found -> {
                    deciding.countDown();
                    return decision.join();
                })
                .build();
        Leases leases = Leases.of(client, options);
        deciding.await();
        Thread closing = new Thread(leases::close);
        closing.start();
        while (closing.isAlive() && !waitsForUpkeep(closing)) {
            Thread.onSpinWait();
        }

        assertThat(closing.isAlive()).isTrue();

        decision.complete(RecoveryDecision.KEEP);
        closing.join();
    }

    private static boolean waitsForUpkeep(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(call -> call.getClassName().equals(Upkeep.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNextStartDoesNotWaitUntilWhatACrashLeftIsDestroyed(boolean closed) {
        EndedProcess.leaves(journal, leased(account.foreign("")));
        EndedProcess.handsOver(journal, leased(account.foreign("")));
        account.failing("destroy", closed ? 1000 : 3, Reply.json(503, "{}"));
        Semaphore pauses = new Semaphore(0);
        try (GpuCloudClient slow = pausing(pauses::acquireUninterruptibly);
                Leases next = Leases.of(slow, options().build())) {
            assertThat(next.openLeases())
                    .extracting(InstanceLease::instanceUuid)
                    .containsExactly("instance-2");
            pauses.release(1000);
            if (!closed) {
                next.recover(found -> RecoveryDecision.KEEP);
                assertThat(account.instances()).containsExactly("instance-2");
            }
        }
        assertThat(account.requests("destroy"))
                .as("three that fail, one that destroys, and one whose rejection proves it")
                .isLessThanOrEqualTo(5);
    }

    @Test
    void eachDecisionIsAskedForOnce() {
        EndedProcess.leaves(journal, leased(account.foreign("")), leased(account.foreign("")));
        account.failing("destroy", 1000, Reply.json(503, "{}"));
        List<String> asked = new ArrayList<>();

        try (CapturedLog log = new CapturedLog("io.gpucloud.client.lease");
                Leases next = Leases.of(client, options().recoverOnStart(false).build())) {
            RecoveryReport report = next.recover(found -> {
                asked.add(found.instance().instanceUuid());
                if (asked.size() == 1) {
                    throw new IllegalStateException("the database is down");
                }
                return RecoveryDecision.DESTROY;
            });
            assertThat(report.left()).hasSize(2);
            assertThat(log.messages(Level.WARN, "the database is down")).hasSize(1);
        }
        assertThat(asked).containsExactly("instance-1", "instance-2");
    }

    @Test
    void anotherLeaseWithTheSameTagIsReported() {
        try (CapturedLog log = new CapturedLog("io.gpucloud.client.lease");
                Leases next = Leases.of(client, options().recoverOnStart(false).build())) {
            next.rent(JOB);
            EndedProcess.leaves(journal, leased(account.foreign("")));

            assertThat(next.recover(found -> RecoveryDecision.RESUME).adopted()).hasSize(1);

            assertThat(log.messages(Level.WARN, "have the tag job-5529")).hasSize(1);
        }
    }

    @Test
    void aTimerThatTheListDoesNotShowIsNotVerifiedByARecovery() {
        account.listTimers(requested -> "");
        EndedProcess.leaves(journal, leased(account.foreign("")));

        try (Leases next = Leases.of(client, options().recoverOnStart(false).build())) {
            assertThat(next.recover(found -> RecoveryDecision.RESUME).adopted())
                    .singleElement()
                    .satisfies(lease -> assertThat(lease.timerVerified()).isFalse());
        }
        assertThat(account.instances()).as("handed over without a timer").isEmpty();
    }

    @Test
    void anExecutorThatRejectsTheRecoveryLeavesNoLockAndNoFile() throws IOException {
        try (Leases leases = start()) {
            leases.rent(JOB);
        }
        List<Path> before = files();
        Executor rejecting = task -> {
            throw new RejectedExecutionException("no thread is free");
        };

        try (GpuCloudClient busy =
                TestClients.builder(server, time).executor(rejecting).build()) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> Leases.of(busy, options().build()))
                        .isInstanceOf(RejectedExecutionException.class);
            }
        }

        assertThat(files()).isEqualTo(before);
        try (Leases next = start()) {
            assertThat(next.openLeases()).hasSize(1);
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            return files.sorted().toList();
        }
    }
}
