package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.FaultServer;
import java.net.URI;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.util.Timeout;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The behaviour of a connection must not depend on the version of HttpClient. */
class ConnectionPoolTest {

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final ConnectionPool connections = new ConnectionPool();

    /** An interruption of the network for 20 s breaks a connection that sends probes. */
    @Test
    void sendsNoProbesWhileItWaitsForAResponse() throws Exception {
        HttpClientConnectionManager manager = connections.manager(HttpSettings.DEFAULTS);
        HttpRoute route = new HttpRoute(HttpHost.create(URI.create(server.url())));
        ConnectionEndpoint endpoint =
                manager.lease("test", route, Timeout.DISABLED, null).get(Timeout.DISABLED);
        manager.connect(endpoint, Timeout.DISABLED, HttpClientContext.create());

        assertThat(connections.sockets).hasSize(1);
        assertThat(connections.sockets.iterator().next().getKeepAlive()).isFalse();
    }
}
