package io.gpucloud.client.internal;

import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.apache.hc.client5.http.auth.CredentialsProvider;
import org.apache.hc.client5.http.impl.auth.CredentialsProviderBuilder;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The HTTP proxy of a client: the one that it was given, else the one that the JVM is set to use. */
final class HttpProxy {

    /** The status of a proxy that asks for a user and a password. */
    static final int AUTHENTICATION_REQUIRED = 407;

    static final String CREDENTIALS_HINT =
            "The proxy requires a user and a password: set GPU_CLOUD_PROXY_USERNAME and GPU_CLOUD_PROXY_PASSWORD for fromEnv() or Spring"
                    + " Boot, or proxyCredentials(..) of the builder";

    private HttpProxy() {}

    /** The user and the password for a proxy, which no other host gets. */
    static CredentialsProvider credentials(@Nullable HttpHost proxy, @Nullable PasswordAuthentication given) {
        CredentialsProviderBuilder credentials = CredentialsProviderBuilder.create();
        if (proxy != null && given != null) {
            credentials.add(proxy, given.getUserName(), given.getPassword());
        }
        return credentials.build();
    }

    /** The proxy for a service: {@code given}, or that of the JVM; null if there is none. */
    static @Nullable HttpHost of(URI service, @Nullable Proxy given) {
        return given == null ? ofJvm(service) : host(given);
    }

    private static @Nullable HttpHost host(Proxy proxy) {
        return proxy.address() instanceof InetSocketAddress address
                ? new HttpHost(address.getHostString(), address.getPort())
                : null;
    }

    /**
     * The proxy in the settings of the JVM. It is never used for this machine, because the proxy may be another machine
     * and would see an API key sent over plain HTTP. The selector is called once per client: calling it for every
     * request costs as much as writing the request.
     */
    private static @Nullable HttpHost ofJvm(URI service) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null || BaseUrls.isLoopback(service) ? List.of() : selector.select(service);
        return proxies.stream()
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(HttpProxy::host)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
