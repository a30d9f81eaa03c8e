package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of leases while a rental is in progress. */
class ClosingTest extends AccountTestBase {

    @Test
    void theExitOfTheProgramDoesNotWaitForever() {
        CompletableFuture<Void> stuck = new CompletableFuture<>();
        LeaseOptions options = LeaseOptions.builder()
                .withoutJournal()
                .listener(at(LeaseEvent.Type.ENDING, stuck::join))
                .build();
        DefaultLeases leases = DefaultLeases.open(client, options);
        leases.rent(PLAN);
        try (CapturedLog log = new CapturedLog(DefaultLeases.class.getName())) {
            leases.closeWithin(Duration.ZERO);

            assertThat(log.messages(Level.ERROR, "certainly destroyed: [" + firstInstance + "]"))
                    .hasSize(1);
        } finally {
            stuck.complete(null);
        }
        leases.close();
        assertThat(account.instances()).isEmpty();
    }

    private static final Executor THREADS = task -> new Thread(task).start();

    private final CountDownLatch creating = new CountDownLatch(1);
    private final CountDownLatch mayRespond = new CountDownLatch(1);

    private final CountDownLatch searching = new CountDownLatch(1);
    private final CountDownLatch mayGoOn = new CountDownLatch(1);

    @TempDir
    private Path journal;

    private Reply slowly(ReceivedRequest request) {
        Reply reply = account.reply(request);
        if (request.operation().endsWith("create_by_pod") && account.instances().size() == 3) {
            creating.countDown();
            Latches.await(mayRespond);
        }
        return reply;
    }

    @Test
    void closingAgainNeedsNoClient() {
        Leases leases = TestClients.leases(client);
        leases.rent(PLAN);
        leases.close();
        client.close();

        leases.close();

        assertThat(account.instances()).isEmpty();
    }

    /** The service does not respond to the create request of a third rental before the others have ended. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noRentalDelaysTheEndOfTheOthers(boolean handOver) throws InterruptedException {
        LeaseOptions.Builder options =
                handOver ? handingOver(journal) : LeaseOptions.builder().withoutJournal();
        server.respond(this::slowly);
        Leases leases = Leases.of(client, options.build());
        leases.rent(PLAN);
        leases.rent(PLAN);
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        CompletableFuture<InstanceLease> third = leases.rentAsync(PLAN);
        Latches.await(creating);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(leases::close, THREADS);
        while (handOver ? !leases.openLeases().isEmpty() : account.instances().size() > 1) {
            Thread.onSpinWait();
        }
        assertThat(closing).isNotDone();
        // The action at the end of the future may take its time: closing does not report the same failure again.
        CompletableFuture<Throwable> failure = third.handle((lease, unknown) -> {
            closing.join();
            return unknown;
        });
        mayRespond.countDown();
        closing.join();

        assertOutcomeUnknown(failure.join(), "instance-3");
        assertThat(account.instances()).hasSize(handOver ? 3 : 1);
    }

    /** With a journal, the search for a lost instance does not go on. The next start finds the instance. */
    @Test
    void aSearchIsLeftToTheNextStart() {
        LeaseOptions options = LeaseOptions.builder()
                .accountUse(AccountUse.SOLE_USER)
                .journal(journal)
                .recoverOnStart(false)
                .build();
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        try (GpuCloudClient slow = pausing(() -> {
            searching.countDown();
            Latches.await(mayGoOn);
        })) {
            DefaultLeases leases = DefaultLeases.open(slow, options);
            CompletableFuture<InstanceLease> rental = leases.rentAsync(PLAN);
            Latches.await(searching);
            CompletableFuture<Throwable> closing =
                    CompletableFuture.supplyAsync(() -> catchThrowable(leases::close), THREADS);
            while (!leases.isClosed()) {
                Thread.onSpinWait();
            }
            mayGoOn.countDown();
            closing.join();

            assertThat(catchThrowable(rental::join)).isNotNull();
        }
        assertThat(time.passed()).isLessThan(Duration.ofMinutes(1));

        account.show("instance-1");
        try (Leases next = Leases.of(anotherClient(), options)) {
            assertThat(next.recover(found -> RecoveryDecision.DESTROY).destroyed())
                    .isEqualTo(List.of("instance-1"));
        }
        assertThat(account.instances()).isEmpty();
    }
}
