package io.gpucloud.client.internal;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Registry;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections of a client. */
final class ConnectionPool implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    /** All sockets, since HttpClient does not close those that it opens while it is closed. */
    final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * A pool of {@link ManagedConnection}s, which it checks before every request; the check of HttpClient's own
     * connections waits 1 ms and takes bytes that arrived for a sign of life. All connections go to one address, so the
     * pool need not count across addresses, which takes a lock that many threads wait for.
     */
    HttpClientConnectionManager manager(HttpSettings settings) {
        Registry<TlsSocketStrategy> tls = RegistryBuilder.<TlsSocketStrategy>create()
                .register(URIScheme.HTTPS.id, tls(settings.sslContext()))
                .build();
        PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(this::socket, null, null, tls),
                PoolConcurrencyPolicy.LAX,
                PoolReusePolicy.LIFO,
                null,
                ManagedConnection::open);
        pool.setDefaultMaxPerRoute(settings.maxConnections());
        // From version 5.6 on, HttpClient gives a connection up when the network is interrupted for 20 s.
        pool.setDefaultSocketConfig(SocketConfig.custom().setSoKeepAlive(false).build());
        pool.setDefaultConnectionConfig(ConnectionConfig.custom()
                .setTimeToLive(TimeValue.ofMinutes(5))
                .setValidateAfterInactivity(TimeValue.ZERO_MILLISECONDS)
                .build());
        return pool;
    }

    /**
     * The JDK leaves the name of the host to the trust manager, which may be one that trusts everything. From version
     * 5.6 on, HttpClient does not compare the name itself without this setting.
     */
    private static TlsSocketStrategy tls(@Nullable SSLContext context) {
        return new DefaultClientTlsStrategy(
                context == null ? SSLContexts.createDefault() : context,
                HostnameVerificationPolicy.BOTH,
                HttpsSupport.getDefaultHostnameVerifier());
    }

    /** A socket with a channel: only a channel can be checked without waiting. A proxy for SOCKS is never set. */
    private Socket socket(@Nullable Proxy none) throws IOException {
        sockets.removeIf(Socket::isClosed);
        Socket socket = SocketChannel.open().socket();
        sockets.add(socket);
        if (closed) {
            socket.close();
        }
        return socket;
    }

    /** Closes every socket that was opened, and those that are opened later. */
    @Override
    public void close() {
        closed = true;
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException alreadyBroken) {
                LOG.debug("a connection could not be closed", alreadyBroken);
            }
        }
    }
}
