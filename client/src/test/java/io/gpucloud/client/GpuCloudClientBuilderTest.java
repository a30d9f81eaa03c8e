package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.model.Balance;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuCloudClientBuilderTest extends ClientTestBase {

    private static void isRejected(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Nested
    class ItsAddress {

        @ParameterizedTest
        @ValueSource(strings = {"ftp://host/api", "host/api", "http:///api", "mailto:a@b"})
        void isAnHttpUrl(String address) {
            isRejected(
                    () -> GpuCloudClient.builder().baseUrl(address),
                    "the base address must be an http or https URL such as https://HOST/api/open/v2, not '" + address
                            + "'");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://user:secret@host/api", "https://host/api?key=secret", "https://host/api#secret"})
        void mustNotContainASecret(String address) {
            assertThatThrownBy(() -> GpuCloudClient.builder().baseUrl(address))
                    .hasMessageStartingWith("the base address must have no user, query or fragment: https://")
                    .hasMessageNotContaining("secret");
        }

        @Test
        void isNotQuotedIfItCannotBeParsed() {
            assertThatThrownBy(() -> GpuCloudClient.builder().baseUrl("https://user:my secret@host/api"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("Illegal character in authority at index 8")
                    .hasNoCause();
        }

        @Test
        void mustBeSetAndComplete() {
            assertThatThrownBy(() -> GpuCloudClient.builder().build()).hasMessage("baseUrl");
            isRejected(() -> GpuCloudClient.builder().baseUrl("https://"), "https:");
        }
    }

    @Nested
    class ItsKey {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://gpu.example",
                    "http://127.0.0.1.example",
                    "http://localhost.example",
                    "HTTP://10.0.0.1"
                })
        void isNotSentOverPlainHttpToOtherMachines(String address) {
            GpuCloudClientBuilder builder =
                    GpuCloudClient.builder().baseUrl(address).apiKey(TestClients.KEY);

            isRejected(builder::build, "unencrypted");
            assertThatCode(() -> builder.allowPlainHttp(true).build().close()).doesNotThrowAnyException();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"https://gpu.example", "http://localhost:8080", "http://127.0.0.1", "http://[::1]:8080"})
        void isSentOverHttpsAndOnThisMachine(String address) {
            assertThatCode(() -> GpuCloudClient.builder()
                            .baseUrl(address)
                            .apiKey(TestClients.KEY)
                            .build()
                            .close())
                    .doesNotThrowAnyException();
        }
    }

    @Nested
    class ItsConnections {

        @Test
        void areLimited() throws Exception {
            CountDownLatch received = new CountDownLatch(1);
            CountDownLatch mayRespond = new CountDownLatch(1);
            Reply held = connection -> {
                received.countDown();
                mayRespond.await();
                Reply.balance().writeTo(connection);
            };
            server.reply(held);
            GpuCloudClient client = client(builder -> builder.maxConnections(1)
                    .options(options ->
                            options.connectTimeout(Duration.ofMillis(50)).maxAttempts(1)));
            CompletableFuture<?> first =
                    CompletableFuture.supplyAsync(() -> client.billing().balance());
            received.await();
            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure)
                    .hasMessageContaining(
                            "no connection within 0.05 seconds: all 1 connections of this client are in use");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
            mayRespond.countDown();
            first.join();
        }

        @Test
        void areEnoughFor100Threads() throws Exception {
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
            try {
                Callable<Balance> call = () -> client.billing().balance();
                for (Future<Balance> balance : threads.invokeAll(Collections.nCopies(many, call))) {
                    assertThat(balance.get().balance()).isEqualByComparingTo("1");
                }
            } finally {
                threads.shutdownNow();
            }
        }

        @Test
        void areClosedWhenTheyAreIdleTooLong() throws Exception {
            CompletableFuture<Integer> nextByte = new CompletableFuture<>();
            Reply watched = connection -> {
                Reply.balance().writeTo(connection);
                nextByte.complete(connection.getInputStream().read());
            };
            server.reply(watched);
            GpuCloudClient client = client(builder -> builder.maxIdle(Duration.ofMillis(20)));
            client.billing().balance();

            assertThat(nextByte.get()).isEqualTo(-1);
        }

        @Test
        void areSharedByClientsWithOtherOptions() {
            server.reply(Reply.balance());
            client.billing().balance();
            GpuCloudClient other = client.withOptions(RequestOptions.defaults());
            other.billing().balance();
            other.close();
            client.billing().balance();

            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Nested
    class ItsOptions {

        @Test
        void setHowOftenACallIsSent() {
            server.reply(Reply.html(503));
            GpuCloudClient client = client(builder -> builder.options(options -> options.maxAttempts(5))
                    .options(options -> options.connectTimeout(Duration.ofSeconds(1))));
            assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("5 attempts");
            GpuCloudClient once = client.withOptions(options -> options.maxAttempts(1));
            assertThat(catchThrowableOfType(
                                    GpuCloudException.class,
                                    () -> once.billing().balance())
                            .attempts())
                    .isEqualTo(1);
        }

        @Test
        void areRejectedIfTheyAreInvalid() {
            GpuCloudClientBuilder builder = GpuCloudClient.builder().baseUrl("https://gpu.example/api/open/v2");
            Proxy socks = new Proxy(Proxy.Type.SOCKS, InetSocketAddress.createUnresolved("127.0.0.1", 1080));
            RequestOptions.Builder options = RequestOptions.builder();
            Duration second = Duration.ofSeconds(1);

            isRejected(() -> builder.maxConnections(0), "maxConnections must be 1 or more, not 0");
            isRejected(() -> builder.options(o -> o.connectTimeout(Duration.ZERO)), "connectTimeout must be positive");
            isRejected(() -> builder.proxy(socks), "proxy must be an HTTP proxy");
            isRejected(() -> builder.userAgentSuffix(" "), "suffix must be printable ASCII");
            isRejected(() -> builder.userAgentSuffix("a\r\nX-Forged: b"), "suffix must be printable ASCII");
            isRejected(() -> options.deadline(Duration.ZERO), "deadline must be positive and not longer than a year");
            isRejected(() -> options.readTimeout(Duration.ofDays(400)), "readTimeout");
            isRejected(() -> options.maxAttempts(0), "maxAttempts must be 1 or more");
            isRejected(
                    () -> options.delays(second.multipliedBy(2), second), "maxDelay must not be less than baseDelay");
            isRejected(
                    () -> options.delays(second, ChronoUnit.FOREVER.getDuration()),
                    "maxDelay must be positive and not longer than a year");
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
    }
}
