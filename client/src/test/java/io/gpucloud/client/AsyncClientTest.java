package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncClientTest extends ClientTestBase {

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final GpuCloudClient ofOneThread = client(builder -> builder.executor(thread));

    @AfterEach
    void stop() {
        thread.shutdownNow();
    }

    private static CompletableFuture<Balance> balance(GpuCloudClient client) {
        return client.async(c -> c.billing().balance());
    }

    @Test
    void returnsTheResultOfTheCall() throws Exception {
        server.reply(
                Reply.balance(), Reply.data("{\"instance_uuid\":\"i\",\"status\":1,\"title\":\"t\"}"), Reply.done());
        assertThat(ofOneThread.async(c -> c.billing().balance()).get().balance())
                .isEqualByComparingTo("1");
        assertThat(ofOneThread
                        .async(c -> c.instances().create(TestClients.POD_SPEC))
                        .get()
                        .instanceUuid())
                .isEqualTo("i");
        assertThat(ofOneThread.runAsync(c -> c.instances().destroy("i")).get()).isNull();
    }

    @Test
    void failsWithTheExceptionOfTheCall() {
        server.reply(Reply.code(1, "insufficient balance"));
        CompletableFuture<Instance> created =
                ofOneThread.async(c -> c.instances().create(TestClients.POD_SPEC));

        assertThatThrownBy(created::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InsufficientFundsException.class);
    }

    /** A service that does not respond, and detects that the client closes the connection. */
    private static final class Silence implements Reply {

        private final CountDownLatch received = new CountDownLatch(1);
        private final CompletableFuture<Integer> next = new CompletableFuture<>();

        @Override
        public void writeTo(Socket connection) throws IOException {
            received.countDown();
            next.complete(connection.getInputStream().read());
        }

        void awaitEnd() throws Exception {
            assertThat(next.get()).isEqualTo(-1);
        }
    }

    @Test
    void abortsACallThatIsCancelled() throws Exception {
        Silence silence = new Silence();
        server.reply(silence);
        CompletableFuture<Balance> balance = balance(ofOneThread);
        silence.received.await();

        assertThat(balance.cancel(true)).isTrue();

        silence.awaitEnd();
        assertThatThrownBy(balance::get).isInstanceOf(CancellationException.class);
        assertThat(thread.submit(() -> Thread.currentThread().isInterrupted()).get())
                .isFalse();
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void abortsACallThatTakesTooLongForItsCaller() throws Exception {
        Silence silence = new Silence();
        server.reply(silence);
        CompletableFuture<Balance> balance = balance(ofOneThread);
        silence.received.await();
        balance.orTimeout(1, TimeUnit.MILLISECONDS);

        silence.awaitEnd();
        assertThatThrownBy(balance::get).hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void cancelsAListingBetweenItsPages() throws Exception {
        Silence silence = new Silence();
        Reply first = Reply.data("{\"pod_list\":[{\"uuid\":\"a\",\"title\":\"A\"}],\"total\":3}");
        server.reply(first, silence);
        CompletableFuture<List<Pod>> pods =
                ofOneThread.async(c -> c.pods().list().stream().toList());
        silence.received.await();
        pods.cancel(true);

        silence.awaitEnd();
        thread.submit(() -> {}).get();
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void sendsNothingIfItIsCancelledBeforeItStarts() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        server.reply(Reply.balance());
        balance(client(builder -> builder.executor(tasks::add))).cancel(true);
        tasks.forEach(Runnable::run);

        assertThat(tasks).hasSize(1);
        assertThat(server.connections()).isZero();
    }

    @Test
    void failsIfTheExecutorRejectsIt() {
        thread.shutdown();
        server.reply(Reply.balance());
        assertThatThrownBy(balance(ofOneThread)::get).hasCauseInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void goesOnIfOnlyADerivedFutureIsCancelled() throws Exception {
        Silence silence = new Silence();
        server.reply(silence);
        CompletableFuture<Balance> balance = balance(ofOneThread);
        CompletableFuture<Balance> derived = balance.thenApply(same -> same);
        silence.received.await();

        derived.cancel(true);
        assertThat(balance).isNotDone();
        balance.cancel(true);
        silence.awaitEnd();
    }

    @Test
    void runsOnVirtualThreadsWhereThereAreAny() throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        CallListener listener = operation -> {
            name.complete(Thread.currentThread().toString());
            return new CallListener.Call() {};
        };
        server.reply(Reply.balance());
        balance(client(builder -> builder.listener(listener))).get();

        assertThat(name.get())
                .startsWith(Runtime.version().feature() >= 21 ? "VirtualThread" : "Thread[gpu-cloud-async");
    }

    @Test
    void abortsACallOnAVirtualThread() throws Exception {
        Silence silence = new Silence();
        server.reply(silence);
        CompletableFuture<Balance> balance = balance(client);
        silence.received.await();
        balance.cancel(true);

        silence.awaitEnd();
    }
}
