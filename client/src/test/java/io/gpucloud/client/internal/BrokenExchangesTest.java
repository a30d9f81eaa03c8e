package io.gpucloud.client.internal;

import static io.gpucloud.client.testing.TestClients.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of the connection: the number of requests at the server, and the exception for the caller. */
class BrokenExchangesTest extends ClientTestBase {

    private static final Reply INSTANCES = Reply.data("{\"instance_list\":[]}");
    private static final Consumer<Instances> CREATE = BrokenExchangesTest::create;
    private static final Consumer<Instances> LIST = Instances::list;
    private static final RequestOptions DEFAULTS = RequestOptions.defaults();

    static Stream<Arguments> responsesThatBreakOff() {
        return Stream.of(
                Arguments.of(Named.of("a reset after the request was read", Reply.reset())),
                Arguments.of(Named.of("a body that breaks off", Reply.truncated("{\"code\":0,"))));
    }

    static Stream<Arguments> responsesWithoutEnd() {
        return Stream.of(
                Arguments.of(Named.of("a body that drips", Reply.drippingBody())),
                Arguments.of(Named.of("a head that drips", Reply.drippingHead())),
                Arguments.of(Named.of("informational responses", Reply.endlessHints())));
    }

    static Stream<Arguments> responsesThatFloodTheClient() {
        String head = "HTTP/1.1 200 OK\r\n";
        String chunked = head + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                Arguments.of(Named.of("a status line", Reply.flood("HTTP/1.1 200 ", "O"))),
                Arguments.of(Named.of("empty lines", Reply.flood("", "\r\n"))),
                Arguments.of(Named.of("a header", Reply.flood(head + "X-Filler: ", "x"))),
                Arguments.of(Named.of("a header on many lines", Reply.flood(head + "X-Filler: x\r\n", " x\r\n"))),
                Arguments.of(Named.of("many headers", Reply.flood(head, "X-Filler: x\r\n"))),
                Arguments.of(Named.of("a chunk extension", Reply.flood(chunked + "1;filler=", "x"))),
                Arguments.of(Named.of("many trailers", Reply.flood(chunked + "0\r\n", "X-Filler: x\r\n"))),
                Arguments.of(Named.of("a trailer", Reply.flood(chunked + "0\r\nX-Filler: ", "x"))));
    }

    private static void create(Instances instances) {
        instances.create(TestClients.POD_SPEC);
    }

    private static <T extends GpuCloudException> T failureOf(
            Consumer<Instances> call, FaultServer server, RequestOptions options, Class<T> type) {
        try (GpuCloudClient client = TestClients.connect(server)) {
            GpuCloudClient impatient = client.withOptions(options);
            return catchThrowableOfType(type, () -> call.accept(impatient.instances()));
        }
    }

    /** Only the read timeout ends these. */
    private static RequestOptions silence(Duration patience) {
        return DEFAULTS.toBuilder().readTimeout(patience).build();
    }

    /** Only the deadline ends these: a server that sends single bytes never reaches the read timeout. */
    private static RequestOptions deadline(Duration patience) {
        return DEFAULTS.toBuilder().deadline(patience).maxAttempts(1).build();
    }

    @Nested
    class ACreate {

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.BrokenExchangesTest#responsesThatBreakOff")
        void isSentOnceAndMayHaveTakenEffect(Reply reply) {
            server.reply(reply);
            TransportException failure = failureOf(CREATE, server, DEFAULTS, TransportException.class);

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure.mayHaveTakenEffect()).isTrue();
            assertThat(failure.sent()).isTrue();
            assertThat(failure.attempts()).isEqualTo(1);
            assertThat(failure.httpStatus()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.BrokenExchangesTest#responsesThatFloodTheClient")
        void isGivenUpWhenAnythingButTheBodyIsTooLong(Reply reply) {
            server.reply(reply);
            TransportException failure = failureOf(CREATE, server, DEFAULTS, TransportException.class);

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure)
                    .hasMessageContaining(
                            "a response is too long outside its body: it has a line of 8192 bytes or more, ")
                    .hasMessageContaining("100 headers or more, or empty lines at its beginning");
            assertThat(failure.mayHaveTakenEffect()).isTrue();
        }

        @Test
        void isSentOnceAndMayHaveTakenEffectWithoutAResponse() {
            patiently(patience -> {
                try (FaultServer server = FaultServer.replying(Reply.silence())) {
                    TransportException failure = failureOf(CREATE, server, silence(patience), TransportException.class);

                    assertThat(server.requests()).isEqualTo(1);
                    assertThat(failure).hasMessageContaining("no response within " + DurationText.of(patience));
                    assertThat(failure.mayHaveTakenEffect()).isTrue();
                }
            });
        }

        @Test
        void mayHaveTakenEffectWhenTheConnectionBreaksWhileTheRequestIsSent() {
            try (FaultServer server = FaultServer.resetting()) {
                TransportException failure = failureOf(CREATE, server, DEFAULTS, TransportException.class);

                assertThat(server.connections()).isEqualTo(1);
                assertThat(failure.mayHaveTakenEffect()).isTrue();
            }
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.BrokenExchangesTest#responsesWithoutEnd")
        void isGivenUpAtTheDeadline(Reply reply) {
            patiently(patience -> {
                try (FaultServer server = FaultServer.replying(reply)) {
                    TransportException failure =
                            failureOf(CREATE, server, deadline(patience), TransportException.class);

                    assertThat(server.requests()).isEqualTo(1);
                    assertThat(failure).hasMessageContaining("deadline");
                    assertThat(failure.mayHaveTakenEffect()).isTrue();
                }
            });
        }

        @Test
        void isSentAgainWhenThereWasNoConnection() throws IOException {
            TestTime time = new TestTime();
            try (Socket nobody = nobody();
                    FaultServer server = FaultServer.replying(INSTANCES);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .baseUrl("http://127.0.0.1:" + nobody.getLocalPort())
                            .build()) {
                TransportException failure = catchThrowableOfType(
                        TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

                assertThat(failure.attempts()).isEqualTo(3);
                assertThat(failure.sent()).isFalse();
                assertThat(failure.mayHaveTakenEffect()).isFalse();
                assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
            }
        }

        /** Reserves a port without a listener, so that no other program can take it. */
        private static Socket nobody() throws IOException {
            Socket socket = new Socket();
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return socket;
        }
    }

    @Nested
    class AList {

        @Test
        void isRequestedThreeTimesWithoutAResponse() {
            patiently(patience -> {
                try (FaultServer server = FaultServer.replying(Reply.silence())) {
                    TransportException failure = failureOf(LIST, server, silence(patience), TransportException.class);

                    assertThat(server.requests()).isEqualTo(3);
                    assertThat(failure.attempts()).isEqualTo(3);
                    assertThat(failure.mayHaveTakenEffect()).isFalse();
                }
            });
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.BrokenExchangesTest#responsesThatBreakOff")
        void isRequestedAgain(Reply reply) {
            server.reply(reply, INSTANCES);
            assertThat(client.instances().list()).isEmpty();
            assertThat(server.requests()).isEqualTo(2);
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.BrokenExchangesTest#responsesThatBreakOff")
        void failsAfterThreeAttemptsAndHasTakenNoEffect(Reply reply) {
            server.reply(reply);
            TransportException failure = failureOf(LIST, server, DEFAULTS, TransportException.class);

            assertThat(server.requests()).isEqualTo(3);
            assertThat(failure.attempts()).isEqualTo(3);
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }

        @Test
        void isNotRequestedAgainIfTheResponseIsNotJson() {
            server.reply(Reply.html(200));
            UnexpectedResponseException failure = failureOf(LIST, server, DEFAULTS, UnexpectedResponseException.class);

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure).hasMessageContaining("not JSON");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void isNotReadBeyondSixteenMegabytes(boolean lengthIsTold) {
            AtomicInteger megabytes = new AtomicInteger();
            server.reply(Reply.megabytes(100, lengthIsTold, megabytes));
            UnexpectedResponseException failure = failureOf(LIST, server, DEFAULTS, UnexpectedResponseException.class);

            assertThat(failure).hasMessageContaining("longer than 16777216 bytes");
            assertThat(server.requests()).isEqualTo(1);
            assertThat(megabytes).hasValueLessThan(50);
        }
    }

    @Nested
    class ARedirect {

        @Test
        void isNotFollowed() {
            try (FaultServer elsewhere = FaultServer.replying(INSTANCES);
                    FaultServer server = FaultServer.replying(
                            Reply.json(307, "", "Location: " + elsewhere.url() + "/instance/list"))) {
                UnexpectedResponseException failure =
                        failureOf(LIST, server, DEFAULTS, UnexpectedResponseException.class);

                assertThat(elsewhere.connections()).isZero();
                assertThat(server.requests()).isEqualTo(1);
                assertThat(failure.httpStatus()).hasValue(307);
                assertThat(failure).hasMessageContaining("redirect");
            }
        }
    }
}
