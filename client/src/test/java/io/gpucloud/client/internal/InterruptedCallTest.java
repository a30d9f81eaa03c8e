package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread that is interrupted in a call. */
class InterruptedCallTest extends ClientTestBase {

    /** The result of a call in a thread. */
    private record End(TransportException failure, boolean interrupted) {}

    private final CompletableFuture<End> end = new CompletableFuture<>();

    private Thread calling(GpuCloudClient client, Consumer<GpuCloudClient> call) {
        Thread thread = new Thread(() -> end.complete(new End(
                catchThrowableOfType(TransportException.class, () -> call.accept(client)),
                Thread.currentThread().isInterrupted())));
        thread.start();
        return thread;
    }

    static void create(GpuCloudClient client) {
        client.instances().create(TestClients.POD_SPEC);
    }

    static Stream<Reply> repliesThatTakeLong() {
        return Stream.of(Reply.silence(), Reply.drippingBody(), Reply.drippingHead());
    }

    @ParameterizedTest
    @MethodSource("repliesThatTakeLong")
    void endsACreateInDoubtWhenTheRequestWasSent(Reply slow) throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        server.reply(slow.announcing(sent));
        Thread thread = calling(client, InterruptedCallTest::create);
        sent.await();
        thread.interrupt();

        End ended = end.get();
        assertThat(ended.failure()).hasMessageContaining("interrupted");
        assertThat(ended.failure().mayHaveTakenEffect()).isTrue();
        assertThat(ended.interrupted()).isTrue();
    }

    @Test
    void doesNotRepeatAListThatWasInterrupted() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        server.reply(Reply.silence().announcing(sent));
        Thread thread = calling(client, called -> called.instances().list());
        sent.await();
        thread.interrupt();

        End ended = end.get();
        assertThat(ended.failure().attempts()).isEqualTo(1);
        assertThat(ended.failure().mayHaveTakenEffect()).isFalse();
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void sendsNothingOnAThreadThatWasInterruptedBefore() throws Exception {
        server.reply(Reply.done());
        calling(client, called -> {
            Thread.currentThread().interrupt();
            create(called);
        });

        End ended = end.get();
        assertThat(ended.failure()).hasMessageContaining("interrupted");
        assertThat(ended.failure().sent()).isFalse();
        assertThat(ended.failure().mayHaveTakenEffect()).isFalse();
        assertThat(ended.interrupted()).isTrue();
        assertThat(server.connections()).isZero();
    }
}
