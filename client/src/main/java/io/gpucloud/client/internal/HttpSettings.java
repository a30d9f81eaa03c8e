package io.gpucloud.client.internal;

import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the built-in transport.
 *
 * @param proxy the proxy, {@link Proxy#NO_PROXY} for none, or null for the proxy of the JVM
 * @param proxyCredentials user and password for the proxy, or null if it requires none
 * @param sslContext makes TLS connections, or null for that of the JVM
 * @param maxIdle how long a connection is kept without a call
 */
public record HttpSettings(
        int maxConnections,
        @Nullable Proxy proxy,
        @Nullable PasswordAuthentication proxyCredentials,
        @Nullable SSLContext sslContext,
        Duration maxIdle) {

    /** The settings unless others are given. */
    public static final HttpSettings DEFAULTS = new HttpSettings(256, null, null, null, Duration.ofSeconds(30));
}
