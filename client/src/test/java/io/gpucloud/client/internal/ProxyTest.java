package io.gpucloud.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("the proxy is that of the whole JVM")
class ProxyTest {

    private static final byte[] BALANCE =
            "{\"code\": 0, \"msg\": \"ok\", \"data\": {\"balance\": 12.5, \"card_balance\": 0}}".getBytes(UTF_8);

    private final ProxySelector usual = ProxySelector.getDefault();
    private final List<String> requested = new CopyOnWriteArrayList<>();
    private final HttpServer proxy = server();

    @BeforeEach
    void goThroughTheProxy() {
        proxy.start();
        ProxySelector.setDefault(ProxySelector.of(proxy.getAddress()));
    }

    @AfterEach
    void goTheUsualWay() {
        ProxySelector.setDefault(usual);
        proxy.stop(0);
    }

    /** A client of a host that does not exist. */
    private static GpuCloudClientBuilder builder(String scheme) {
        return GpuCloudClient.builder()
                .baseUrl(scheme + "://gpu-cloud.invalid/api/open/v2")
                .apiKey("sk-of-the-test")
                .allowPlainHttp(true)
                .options(options -> options.maxAttempts(1));
    }

    @Test
    void isThatOfTheJvmWhenTheClientIsBuilt() {
        try (GpuCloudClient client = builder("http").build()) {
            ProxySelector.setDefault(usual);
            client.billing().balance();
        }
        assertThat(requested).containsExactly("http://gpu-cloud.invalid/api/open/v2/balance/info");
    }

    @Test
    void isTheOneThatWasSetOnTheBuilder() {
        ProxySelector.setDefault(usual);
        try (GpuCloudClient client = builder("http")
                .proxy(new Proxy(Proxy.Type.HTTP, proxy.getAddress()))
                .build()) {
            client.billing().balance();
        }
        assertThat(requested).containsExactly("http://gpu-cloud.invalid/api/open/v2/balance/info");
    }

    @Test
    void isNoneIfTheBuilderSaysSo() {
        try (GpuCloudClient client = builder("http").proxy(Proxy.NO_PROXY).build()) {
            assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("unknown host gpu-cloud.invalid");
        }
        assertThat(requested).isEmpty();
    }

    @Test
    void mayBeAnotherMachineThatSeesTheKeyOfAServiceOnThisOne() {
        GpuCloudClientBuilder builder = GpuCloudClient.builder()
                .baseUrl("http://localhost:8080/api/open/v2")
                .apiKey("sk-of-the-test")
                .proxy(new Proxy(Proxy.Type.HTTP, proxy.getAddress()));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unencrypted");
    }

    @Test
    void isNotUsedForThisMachine() {
        try (FaultServer server = FaultServer.replying(Reply.balance());
                GpuCloudClient client = TestClients.connect(server)) {
            client.billing().balance();

            assertThat(server.requests()).isEqualTo(1);
        }
        assertThat(requested).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 407, 403})
    void leavesACreateUndoneWhenItRejectsTheTunnel(int status) {
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        try (FaultServer rejecting = new FaultServer(request -> {
            lines.add(request.method() + " " + request.target());
            return Reply.json(status, "");
        })) {
            ProxySelector.setDefault(ProxySelector.of(rejecting.address()));
            try (GpuCloudClient client = builder("https").build()) {
                TransportException failure = catchThrowableOfType(
                        TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

                assertThat(failure).hasMessageContaining("proxy").hasMessageContaining("HTTP " + status);
                assertThat(String.valueOf(failure.getMessage()).contains("proxyCredentials(..)"))
                        .isEqualTo(status == 407);
                assertThat(failure.sent()).isFalse();
                assertThat(failure.mayHaveTakenEffect()).isFalse();
            }
            assertThat(lines).containsExactly("CONNECT gpu-cloud.invalid:443");
            rejecting.received().clear();
        }
    }

    /** The proxy asks for a password, and sends the rest of the tunnel to nowhere. */
    @Test
    void getsUserAndPasswordWhenItAsksForThem() {
        Queue<String> credentials = new ConcurrentLinkedQueue<>();
        try (FaultServer asking = new FaultServer(request -> {
            String given = request.headers().get("proxy-authorization");
            credentials.add(String.valueOf(given));
            return given == null
                    ? Reply.json(407, "", "Proxy-Authenticate: Basic realm=\"office\"")
                    : Reply.json(502, "");
        })) {
            try (GpuCloudClient client = builder("https")
                    .proxy(new Proxy(Proxy.Type.HTTP, asking.address()))
                    .proxyCredentials(new PasswordAuthentication("me", "secret".toCharArray()))
                    .build()) {
                assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("opened no tunnel: HTTP 502");
            }
            assertThat(credentials).containsExactly("null", "Basic bWU6c2VjcmV0");
            asking.received().clear();
        }
    }

    @Test
    void getsThemForPlainHttpToo() {
        try (FaultServer asking = new FaultServer(ProxyTest::askForAPassword);
                GpuCloudClient client = builder("http")
                        .proxy(new Proxy(Proxy.Type.HTTP, asking.address()))
                        .proxyCredentials(new PasswordAuthentication("me", "secret".toCharArray()))
                        .build()) {
            client.billing().balance();

            assertThat(asking.received().get(1).header("proxy-authorization")).isEqualTo("Basic bWU6c2VjcmV0");
            asking.received().clear();
        }
    }

    @Test
    void isNamedWhenItAsksForAPasswordThatTheClientDoesNotHave() {
        try (FaultServer asking = new FaultServer(ProxyTest::askForAPassword);
                GpuCloudClient client = builder("http")
                        .proxy(new Proxy(Proxy.Type.HTTP, asking.address()))
                        .build()) {
            UnexpectedResponseException failure = catchThrowableOfType(
                    UnexpectedResponseException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure)
                    .hasMessageContaining("HTTP 407")
                    .hasMessageContaining("The proxy requires a user and a password")
                    .hasMessageContaining("GPU_CLOUD_PROXY_USERNAME");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
            asking.received().clear();
        }
    }

    private static Reply askForAPassword(ReceivedRequest request) {
        return request.headers().containsKey("proxy-authorization")
                ? Reply.balance()
                : Reply.json(407, "", "Proxy-Authenticate: Basic realm=\"office\"");
    }

    private HttpServer server() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                requested.add(exchange.getRequestURI().toString());
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, BALANCE.length);
                exchange.getResponseBody().write(BALANCE);
                exchange.close();
            });
            return server;
        } catch (IOException unavailable) {
            throw new IllegalStateException(unavailable);
        }
    }
}
