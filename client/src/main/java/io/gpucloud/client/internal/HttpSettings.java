package io.gpucloud.client.internal;

import java.net.Proxy;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the built-in transport.
 *
 * @param proxy the proxy, {@link Proxy#NO_PROXY} for none, or null for the proxy of the JVM
 * @param sslContext makes TLS connections, or null for that of the JVM
 */
public record HttpSettings(
        int maxConnections, @Nullable Proxy proxy, @Nullable SSLContext sslContext) {

    /** The settings unless others are given. */
    public static final HttpSettings DEFAULTS = new HttpSettings(256, null, null);

    /** Replaces the number of connections. */
    public HttpSettings withMaxConnections(int maxConnections) {
        return new HttpSettings(maxConnections, proxy, sslContext);
    }

    /** Replaces the proxy. */
    public HttpSettings withProxy(Proxy proxy) {
        return new HttpSettings(maxConnections, proxy, sslContext);
    }

    /** Replaces the TLS context. */
    public HttpSettings withSslContext(SSLContext sslContext) {
        return new HttpSettings(maxConnections, proxy, sslContext);
    }
}
