package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** How the kit handles HTTP 429, temporary failures and responses without an end. Pauses are recorded, not slept. */
class HttpCallerTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    private static final String STALLING = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789";
    private static final Call PODS = Call.of(ApiDocuments.PUBLIC_API, "listPods", Map.of());

    private static HttpCaller caller(ServerSocket server, Duration patience) {
        URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/api/open/v2");
        Settings settings = Settings.of("--url=" + url, "--key=k", "--read-only");
        return new HttpCaller(settings, pause -> {}, patience, new StubProfile(SecretRedactor.of(settings)));
    }

    private final List<Duration> pauses = new ArrayList<>();

    /** Objects without a reference are collected, and their connections closed. */
    private final Queue<Socket> held = new ConcurrentLinkedQueue<>();

    private void response(ServerSocket server, String text, int times) {
        Thread answering = new Thread(() -> {
            try {
                Socket caller = server.accept();
                held.add(caller);
                for (int time = 0; time < times; time++) {
                    caller.getOutputStream().write(text.getBytes(US_ASCII));
                }
            } catch (IOException gone) {
                // The client has closed the connection.
            }
        });
        answering.setDaemon(true);
        answering.start();
    }

    @Test
    @Timeout(value = 1200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void endsAResponseThatStallsInTheMiddle() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            response(server, STALLING, 1);
            assertThatThrownBy(() -> caller(server, Duration.ofSeconds(1)).send(PODS))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no complete response within 1 s");
        }
    }

    @Test
    void endsAResponseThatIsTooLarge() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            response(server, "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(1024 * 1024), 17);
            assertThatThrownBy(() -> caller(server, Duration.ofSeconds(30)).send(PODS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("larger than");
        }
    }

    /** Responds with 429 to the first requests. */
    private static ModifyingProxy refusing(int first, String retryAfter) {
        return refusing(429, first, retryAfter);
    }

    private static ModifyingProxy refusing(int status, int first, String retryAfter) {
        AtomicInteger requests = new AtomicInteger();
        return RUNS.proxy(response -> requests.incrementAndGet() > first
                ? response
                : response.tooManyRequests().status(status).with("Retry-After", retryAfter));
    }

    private ServiceClient client(ModifyingProxy service, String option) {
        return new ServiceClient(new KitContext(KitRuns.settings(service.url(), option), pauses::add), "demo-key");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void retriesAfterThePauseInRetryAfter(int status) {
        try (ModifyingProxy service = refusing(status, 2, "7")) {
            assertThat(client(service, "--key=demo-key").call("listGpus").status())
                    .isEqualTo(200);
            assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
        }
    }

    @Test
    void givesUpAfterThreeRetriesAndPausesAtMost60Seconds() {
        try (ModifyingProxy service = refusing(100, "9999")) {
            assertThat(client(service, "--key=demo-key").call("listGpus").status())
                    .isEqualTo(429);
            assertThat(service.methods()).hasSize(4);
            assertThat(pauses).hasSize(3).containsOnly(Duration.ofSeconds(60));
        }
    }

    @Test
    void pausesOneSecondWhenRetryAfterIsNotReadable() {
        try (ModifyingProxy service = refusing(1, "3")) {
            client(service, "--key=demo-key").call("listGpus");
        }
        try (ModifyingProxy service = refusing(1, "86400")) {
            client(service, "--key=demo-key").call("listGpus");
        }
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    @Test
    void doesNotRetryRequestsThatMayCostMoney() {
        try (ModifyingProxy service = refusing(1, "7")) {
            assertThatThrownBy(() -> client(service, "--key=demo-key").destroy("none"))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContaining("429");
            assertThat(service.methods()).containsExactly("POST");
            assertThat(pauses).containsExactly(Duration.ofSeconds(7));
        }
    }

    @Test
    void doesNotRetryInRunsWithAdmin() {
        try (ModifyingProxy service = refusing(1, "7")) {
            assertThat(client(service, "--admin").call("listGpus").status()).isEqualTo(429);
            assertThat(pauses).isEmpty();
        }
    }
}
