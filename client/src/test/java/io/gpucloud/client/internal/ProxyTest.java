package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated("the proxy is that of the whole JVM")
class ProxyTest {

    private static final Reply ASKS_FOR_A_PASSWORD = Reply.json(407, "", "Proxy-Authenticate: Basic realm=\"office\"");
    private static final PasswordAuthentication ME = new PasswordAuthentication("me", "secret".toCharArray());

    private final ProxySelector usual = ProxySelector.getDefault();

    /** The contract has no addresses of other hosts, and no tunnels. */
    @AutoClose
    private final FaultServer proxy = FaultServer.replying(Reply.balance()).withoutContract();

    @BeforeEach
    void goThroughTheProxy() {
        ProxySelector.setDefault(ProxySelector.of(proxy.address()));
    }

    @AfterEach
    void goTheUsualWay() {
        ProxySelector.setDefault(usual);
    }

    /** A client of a host that does not exist. */
    private static GpuCloudClientBuilder builder(String scheme) {
        return GpuCloudClient.builder()
                .baseUrl(scheme + "://gpu-cloud.invalid/api/open/v2")
                .apiKey("sk-of-the-test")
                .allowPlainHttp(true)
                .options(options -> options.maxAttempts(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isTheOneOfTheBuilderOrThatOfTheJvmWhenTheClientIsBuilt(boolean ofTheBuilder) {
        GpuCloudClientBuilder builder = builder("http");
        if (ofTheBuilder) {
            ProxySelector.setDefault(usual);
            builder.proxy(new Proxy(Proxy.Type.HTTP, proxy.address()));
        }
        try (GpuCloudClient client = builder.build()) {
            ProxySelector.setDefault(usual);
            client.billing().balance();
        }
        assertThat(proxy.received())
                .extracting(ReceivedRequest::target)
                .containsExactly("http://gpu-cloud.invalid/api/open/v2/balance/info");
    }

    @Test
    void isNotUsedWithNoProxyOnTheBuilder() {
        try (GpuCloudClient client = builder("http").proxy(Proxy.NO_PROXY).build()) {
            assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("unknown host gpu-cloud.invalid");
        }
        assertThat(proxy.connections()).isZero();
    }

    @Test
    void onAnotherMachineIsRejectedForPlainHttp() {
        GpuCloudClientBuilder builder = GpuCloudClient.builder()
                .baseUrl("http://localhost:8080/api/open/v2")
                .apiKey("sk-of-the-test")
                .proxy(new Proxy(Proxy.Type.HTTP, proxy.address()));

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
        assertThat(proxy.connections()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 407, 403})
    void aRejectedTunnelMeansThatNothingWasCreated(int status) {
        proxy.reply(Reply.json(status, ""));
        try (GpuCloudClient client = builder("https").build()) {
            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure).hasMessageContaining("proxy").hasMessageContaining("HTTP " + status);
            assertThat(String.valueOf(failure.getMessage()).contains("proxyCredentials(..)"))
                    .isEqualTo(status == 407);
            assertThat(failure.sent()).isFalse();
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }
        assertThat(proxy.received())
                .extracting(request -> request.method() + " " + request.target())
                .containsExactly("CONNECT gpu-cloud.invalid:443");
    }

    @Test
    void cannotFloodTheClientInsteadOfOpeningATunnel() {
        proxy.reply(Reply.flood("HTTP/1.1 200 OK\r\nX-Filler: ", "x"));
        try (GpuCloudClient client = builder("https").build()) {
            TransportException failure = catchThrowableOfType(
                    TransportException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure).hasMessageContaining("no connection: a response is too long outside its body");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }
    }

    /** The proxy asks for a password, and sends the rest of the tunnel to nowhere. */
    @Test
    void getsUserAndPasswordWhenItAsksForThem() {
        proxy.reply(ASKS_FOR_A_PASSWORD, Reply.json(502, ""));
        ProxySelector.setDefault(usual);
        try (GpuCloudClient client = builder("https")
                .proxy(new Proxy(Proxy.Type.HTTP, proxy.address()))
                .proxyCredentials(ME)
                .build()) {
            assertThatThrownBy(() -> client.billing().balance()).hasMessageContaining("opened no tunnel: HTTP 502");
        }
        assertThat(credentials()).containsExactly(null, "Basic bWU6c2VjcmV0");
    }

    /** The proxy keeps the connection, closes it, announced or not, or resets it. */
    static Stream<Reply> requestsForAPassword() {
        String asking = "HTTP/1.1 407 Status\r\nProxy-Authenticate: Basic realm=\"office\"\r\nContent-Length: 0\r\n";
        Reply closing = Reply.raw(asking + "\r\n");
        Reply resetting = connection -> {
            connection.setSoLinger(true, 0);
            closing.writeTo(connection);
        };
        return Stream.of(ASKS_FOR_A_PASSWORD, Reply.raw(asking + "Connection: close\r\n\r\n"), closing, resetting);
    }

    @ParameterizedTest
    @MethodSource("requestsForAPassword")
    void getsUserAndPasswordForPlainHttp(Reply asking) {
        proxy.reply(asking, Reply.done());
        try (GpuCloudClient client = builder("http").proxyCredentials(ME).build()) {
            client.instances().destroy("mine");
        }
        assertThat(credentials()).containsExactly(null, "Basic bWU6c2VjcmV0");
    }

    private Stream<@Nullable String> credentials() {
        return proxy.received().stream().map(request -> request.header("proxy-authorization"));
    }

    @ParameterizedTest
    @MethodSource("requestsForAPassword")
    void isNamedIfItRequiresAPasswordThatIsNotSet(Reply asking) {
        proxy.reply(asking);
        try (GpuCloudClient client = builder("http").build()) {
            UnexpectedResponseException failure = catchThrowableOfType(
                    UnexpectedResponseException.class, () -> client.instances().create(TestClients.POD_SPEC));

            assertThat(failure)
                    .hasMessageContaining("HTTP 407")
                    .hasMessageContaining("The proxy requires a user and a password")
                    .hasMessageContaining("GPU_CLOUD_PROXY_USERNAME");
            assertThat(failure.mayHaveTakenEffect()).isFalse();
        }
    }
}
