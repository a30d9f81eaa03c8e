package io.gpucloud.client.internal;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** The connections of a client. */
final class ConnectionPool {

    private ConnectionPool() {}

    /**
     * A pool of {@link ManagedConnection}s, which check themselves before every request; HttpClient's own check waits 1 ms
     * and takes bytes that arrived for a sign of life. All connections go to one address, so the pool need not count across
     * addresses, which takes a lock that many threads wait for.
     */
    static HttpClientConnectionManager create(HttpSettings settings) {
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(
                        ConnectionPool::socket,
                        null,
                        null,
                        RegistryBuilder.<TlsSocketStrategy>create()
                                .register(URIScheme.HTTPS.id, tls(settings.sslContext()))
                                .build()),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                null,
                ManagedConnection::open);
        pool.setDefaultMaxPerRoute(settings.maxConnections());
        pool.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setTimeToLive(TimeValue.ofMinutes(5))
                .setValidateAfterInactivity(TimeValue.NEG_ONE_MILLISECOND)
                .build());
        return pool;
    }

    private static TlsSocketStrategy tls(@Nullable SSLContext context) {
        return context == null ? DefaultClientTlsStrategy.createDefault() : new DefaultClientTlsStrategy(context);
    }

    /** A socket with a channel: only a channel can be checked without waiting. A proxy for SOCKS is never set. */
    private static Socket socket(@Nullable Proxy none) throws IOException {
        return SocketChannel.open().socket();
    }
}
