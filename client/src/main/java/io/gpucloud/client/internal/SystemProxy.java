package io.gpucloud.client.internal;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** The HTTP proxy that the JVM is set to use. */
final class SystemProxy {

    private SystemProxy() {}

    /**
     * The proxy for a service; null if there is none. This machine is never reached through a proxy, which would be another
     * machine and would see an API key that is sent by plain HTTP. The selector is asked once for each client: asking it for
     * every request costs as much as writing one.
     */
    static @Nullable HttpHost of(URI service) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies =
                selector == null || BaseAddress.isLoopback(service) ? List.of() : selector.select(service);
        return proxies.stream()
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(proxy -> (InetSocketAddress) proxy.address())
                .map(address -> new HttpHost(address.getHostString(), address.getPort()))
                .findFirst()
                .orElse(null);
    }
}
