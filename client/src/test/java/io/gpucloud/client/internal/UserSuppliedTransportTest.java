package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A transport of the user instead of Apache HttpClient. */
// The name that both Feign 13.6 and later versions have.
@SuppressWarnings("deprecation")
class UserSuppliedTransportTest extends ClientTestBase {

    private static final RequestOptions SOON = deadline(Duration.ofMillis(200));

    /** Enough time for a busy server to begin. */
    private static final RequestOptions LATER = deadline(Duration.ofSeconds(2));

    private final AtomicReference<Request.Options> given = new AtomicReference<>();

    private GpuCloudClient connect(Client transport) {
        return client(builder -> builder.transport(transport));
    }

    private static Response response(Request request, InputStream body) {
        return Response.builder()
                .request(request)
                .status(200)
                .headers(Map.of("content-type", List.of("application/json")))
                .body(body, null)
                .build();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static InputStream failing(RuntimeException failure) {
        return new Faulty() {
            @Override
            int fail() {
                throw failure;
            }
        };
    }

    private static Response unclosable(Request request, Request.Options options) throws IOException {
        Response response = new Client.Default(null, null).execute(request, options);
        InputStream body = new FilterInputStream(response.body().asInputStream()) {
            @Override
            public void close() {
                // Never completes within the test.
            }
        };
        return response.toBuilder().body(body, null).build();
    }

    private static RequestOptions deadline(Duration patience) {
        return RequestOptions.builder().deadline(patience).maxAttempts(1).build();
    }

    @Test
    void sendsTheRequest() {
        GpuCloudClient client = connect((request, options) -> {
            given.set(options);
            return response(request, stream("{\"code\":0,\"data\":{\"balance\":1,\"card_balance\":2}}"));
        });

        assertThat(client.billing().balance().balance()).isEqualByComparingTo("1");
        assertThat(given.get())
                .returns(5_000, Request.Options::connectTimeoutMillis)
                .returns(30_000, Request.Options::readTimeoutMillis)
                .returns(false, Request.Options::isFollowRedirects);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new ConnectException("refused"), 3, false),
                Arguments.of(new IOException("something"), 1, true));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void countsAsSentUnlessThereWasNoConnection(IOException thrown, int attempts, boolean sent) {
        GpuCloudClient client = connect((request, options) -> {
            throw thrown;
        });
        var failure = catchThrowableOfType(
                TransportException.class, () -> client.instances().destroy("i"));

        assertThat(failure.attempts()).isEqualTo(attempts);
        assertThat(failure.mayHaveTakenEffect()).isEqualTo(sent);
    }

    static Stream<Arguments> failuresThatAreNoIOException() {
        RuntimeException failure = new UncheckedIOException(new IOException(TestClients.KEY));
        // The error of a transport that was compiled against another version of a class.
        Error misfit = new NoSuchMethodError(TestClients.KEY);
        return Stream.of(
                transport("a transport", failure, (request, options) -> {
                    throw failure;
                }),
                transport("a transport that does not fit", misfit, (request, options) -> {
                    throw misfit;
                }),
                transport("a body", failure, (request, options) -> response(request, failing(failure))));
    }

    private static Arguments transport(String name, Throwable failure, Client transport) {
        return Arguments.of(Named.of(name, transport), failure.getClass().getSimpleName());
    }

    @ParameterizedTest
    @MethodSource("failuresThatAreNoIOException")
    void countsAsSentWhateverItThrows(Client transport, String failed) {
        TransportException failure = catchThrowableOfType(
                TransportException.class, () -> connect(transport).instances().create(TestClients.POD_SPEC));

        assertThat(failure.attempts()).isEqualTo(1);
        assertThat(failure.mayHaveTakenEffect()).isTrue();
        // Messages of other libraries may contain the key.
        assertThat(failure)
                .hasMessageContaining("the transport failed: " + failed)
                .hasNoCause();
    }

    @Test
    void closesTheBodyAtTheDeadline() {
        GpuCloudClient client =
                connect((request, options) -> response(request, new Stalled())).withOptions(SOON);

        assertThatThrownBy(() -> client.billing().balance())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("deadline");
    }

    @Test
    void endsTheCallAtTheDeadlineIfTheBodyCannotBeClosed() throws Exception {
        server.reply(Reply.drippingBody());
        GpuCloudClient client = connect(UserSuppliedTransportTest::unclosable).withOptions(LATER);
        var call = CompletableFuture.supplyAsync(() -> client.billing().balance());

        assertThatThrownBy(call::get)
                .hasCauseInstanceOf(TransportException.class)
                .hasMessageContaining("deadline");
    }

    @Test
    void doesNotDelayTheDeadlinesOfOtherCalls() throws Exception {
        Locked body = new Locked();
        GpuCloudClient silence =
                connect((request, options) -> response(request, body)).withOptions(SOON);
        GpuCloudClient other = client.withOptions(LATER);
        server.reply(Reply.drippingBody());
        try {
            var silent = CompletableFuture.supplyAsync(() -> silence.billing().balance(), TestThreads.OF_THEIR_OWN);
            body.read.await();
            var dripping = CompletableFuture.supplyAsync(() -> other.billing().balance(), TestThreads.OF_THEIR_OWN);

            assertThatThrownBy(dripping::get).hasMessageContaining("deadline");
            assertThat(silent).isNotDone();
        } finally {
            body.timeout.countDown();
        }
    }

    /** Only some responses may be long at the same time. */
    @Test
    void allowsOtherLongResponsesAfterABodyCouldNotBeClosed() {
        String body = "{\"code\":0,\"padding\":\"" + "x".repeat(ResponseMemory.SHORT) + "\"}";
        GpuCloudClient client = connect((request, options) -> response(request, new FilterInputStream(stream(body)) {
            @Override
            public void close() {
                throw new IllegalStateException("of the test");
            }
        }));
        for (int call = 0; call <= ResponseMemory.MOST; call++) {
            assertThatThrownBy(() -> client.billing().balance())
                    .hasMessageContaining("the transport failed: IllegalStateException");
        }
    }

    /** A body that is never read completely. */
    private abstract static class Faulty extends InputStream {

        abstract int fail() throws IOException;

        @Override
        public int read() throws IOException {
            return fail();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return fail();
        }
    }

    /** A body that never arrives and cannot be closed during a read, as with the JDK's own connections. */
    private static final class Locked extends Faulty {

        private final CountDownLatch read = new CountDownLatch(1);
        private final CountDownLatch timeout = new CountDownLatch(1);

        @Override
        synchronized int fail() throws IOException {
            read.countDown();
            Latches.await(timeout);
            throw new IOException("timeout");
        }

        @Override
        public synchronized void close() {
            // Returns when the read has ended.
        }
    }

    /** A body that never arrives. A read ends when the body is closed. */
    private static final class Stalled extends Faulty {

        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        int fail() throws IOException {
            Latches.await(closed);
            throw new IOException("closed");
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
