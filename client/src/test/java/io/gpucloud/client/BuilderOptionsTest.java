package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BuilderOptionsTest {

    private final TestTime time = new TestTime();

    @AutoClose
    private final FaultServer server = new FaultServer();

    private static TransportException failure(GpuCloudClient client) {
        return catchThrowableOfType(
                TransportException.class, () -> client.billing().balance());
    }

    @Test
    void limitTheConnections() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        CountDownLatch mayRespond = new CountDownLatch(1);
        Reply held = connection -> {
            received.countDown();
            mayRespond.await();
            Reply.balance().writeTo(connection);
        };
        server.reply(held);
        try (GpuCloudClient client = TestClients.builder(server, time)
                .maxConnections(1)
                .options(
                        options -> options.connectTimeout(Duration.ofMillis(50)).maxAttempts(1))
                .build()) {
            CompletableFuture<?> first =
                    CompletableFuture.supplyAsync(() -> client.billing().balance());
            received.await();

            assertThat(failure(client))
                    .hasMessageContaining("no connection within PT0.05S: all 1 connections of this client are in use");
            mayRespond.countDown();
            first.join();
        }
    }

    @Test
    void leaveEnoughConnectionsForManyThreads() throws Exception {
        int many = 100;
        CyclicBarrier all = new CyclicBarrier(many);
        server.reply(connection -> {
            try {
                all.await();
            } catch (BrokenBarrierException broken) {
                throw new IOException(broken);
            }
            Reply.balance().writeTo(connection);
        });
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try (GpuCloudClient client = TestClients.connect(server, time)) {
            Callable<Balance> call = () -> client.billing().balance();
            for (Future<Balance> balance : threads.invokeAll(Collections.nCopies(many, call))) {
                assertThat(balance.get().balance()).isEqualByComparingTo("1");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closeAConnectionThatIsIdleTooLong() throws Exception {
        CompletableFuture<Integer> nextByte = new CompletableFuture<>();
        Reply watched = connection -> {
            Reply.balance().writeTo(connection);
            nextByte.complete(connection.getInputStream().read());
        };
        server.reply(watched);
        try (GpuCloudClient client =
                TestClients.builder(server, time).maxIdle(Duration.ofMillis(20)).build()) {
            client.billing().balance();

            assertThat(nextByte.get(10, TimeUnit.SECONDS)).isEqualTo(-1);
        }
    }

    @Test
    void setHowOftenACallIsSent() {
        server.reply(Reply.html(503));
        try (GpuCloudClient client = TestClients.builder(server, time)
                .options(options -> options.maxAttempts(5))
                .options(options -> options.connectTimeout(Duration.ofSeconds(1)))
                .build()) {
            assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("5 attempts");
        }
    }

    @Test
    void areRejectedBeforeTheClientIsBuilt() {
        GpuCloudClientBuilder builder = GpuCloudClient.builder().baseUrl("https://gpu.example/api/open/v2");
        Proxy socks = new Proxy(Proxy.Type.SOCKS, InetSocketAddress.createUnresolved("127.0.0.1", 1080));

        isRejected(() -> builder.maxConnections(0), "maxConnections must be 1 or more, not 0");
        isRejected(() -> builder.options(o -> o.connectTimeout(Duration.ZERO)), "connectTimeout must be positive");
        isRejected(() -> builder.proxy(socks), "proxy must be an HTTP proxy");
        isRejected(() -> builder.userAgentSuffix(" "), "suffix must be printable ASCII");
        isRejected(() -> builder.userAgentSuffix("a\r\nX-Forged: b"), "suffix must be printable ASCII");
    }

    @Test
    void cannotBeCombinedWithATransportOfYourOwn() throws Exception {
        SSLContext tls = SSLContext.getDefault();
        GpuCloudClientBuilder builder = GpuCloudClient.builder()
                .baseUrl("https://gpu.example/api/open/v2")
                .transport((request, options) -> {
                    throw new IllegalStateException("not called");
                });
        assertThatCode(() -> builder.build().close()).doesNotThrowAnyException();

        isRejected(() -> builder.sslContext(tls).build(), "sslContext have no effect on a transport of your own");
    }

    private static void isRejected(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }
}
