package io.gpucloud.client.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("the proxy is that of the whole JVM")
class ProxyTest {

    private static final byte[] BALANCE =
            "{\"code\": 0, \"msg\": \"ok\", \"data\": {\"balance\": 12.5, \"card_balance\": 0}}".getBytes(UTF_8);

    private final ProxySelector usual = ProxySelector.getDefault();
    private final List<String> asked = new CopyOnWriteArrayList<>();
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

    @Test
    void isThatOfTheJvmWhenTheClientIsBuilt() {
        try (GpuCloudClient client = GpuCloudClient.builder()
                .baseUrl("http://gpu-cloud.invalid/api/open/v2")
                .apiKey("sk-of-the-test")
                .allowPlainHttp()
                .build()) {
            ProxySelector.setDefault(usual);
            client.account().balance();
        }
        assertThat(asked).containsExactly("http://gpu-cloud.invalid/api/open/v2/balance/info");
    }

    private HttpServer server() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                asked.add(exchange.getRequestURI().toString());
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
