package io.gpucloud.client.internal;

import feign.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Apache HttpClient 5, tuned: nothing is repeated, followed or remembered behind our back, and every stage of an exchange
 * can be ended from outside. It is spoken to directly, since Feign's own adapter can neither be told to let go of a request
 * nor say whether one was sent (D65).
 */
final class HttpTransport implements Transport {

    private static final int CONNECTIONS = 256;
    private static final byte[] EMPTY = {};

    private final CloseableHttpClient http;
    private volatile boolean closed;

    HttpTransport(URI service) {
        http = HttpClients.custom()
                .setConnectionManager(pool())
                .setProxy(proxyTo(service))
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableDefaultUserAgent()
                // Before this link of the chain there is no connection, so nothing can have been sent.
                .addExecInterceptorAfter(ChainElement.CONNECT.name(), "sent", (request, scope, chain) -> {
                    ((Message) scope.originalRequest).sent = true;
                    return chain.proceed(request, scope);
                })
                .build();
    }

    /**
     * Idle connections are dropped early and looked at before use: a create on a dead one would end in doubt. All go to one
     * address, so the pool need not count across addresses, which takes a lock that many threads wait for.
     */
    private static HttpClientConnectionManager pool() {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(QuietConnection::open)
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(CONNECTIONS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setIdleTimeout(Timeout.ofSeconds(30))
                        .setTimeToLive(TimeValue.ofMinutes(5))
                        .setValidateAfterInactivity(TimeValue.ofMilliseconds(100))
                        .build())
                .build();
    }

    /** The system is asked once: asking it for every request costs as much as writing one. */
    private static @Nullable HttpHost proxyTo(URI service) {
        ProxySelector system = ProxySelector.getDefault();
        List<Proxy> proxies = system == null ? List.of() : system.select(service);
        return proxies.stream()
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(proxy -> (InetSocketAddress) proxy.address())
                .map(address -> new HttpHost(address.getHostString(), address.getPort()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public Answer exchange(Request request, Limits limits) throws Broken, TooLong {
        Message message = new Message(request, limits);
        try (DeadlineTimer watch = new DeadlineTimer(limits.total(), message::cancel)) {
            try (ClassicHttpResponse response = http.executeOpen(null, message, null)) {
                return read(message, response);
            } catch (IOException | CancellationException broken) {
                throw new Broken(
                        watch.isOver() ? "the deadline of the call was over" : describe(broken, message.sent, limits),
                        message.sent,
                        broken instanceof IOException cause ? cause : null);
            } catch (IllegalStateException released) {
                // Ended between two stages: the connection, or the pool, is gone when the next one asks for it.
                if (closed && !message.sent) {
                    throw new IllegalStateException("the client was closed");
                }
                String what = watch.isOver() ? "the deadline of the call was over" : "the connection was closed";
                throw new Broken(what, message.sent, null);
            }
        }
    }

    private static Answer read(Message message, ClassicHttpResponse response) throws IOException, TooLong {
        try {
            HttpEntity entity = response.getEntity();
            byte[] body = entity == null
                    ? EMPTY
                    : BoundedBody.read(entity.getContent(), entity.getContentLength(), response.getCode());
            return new Answer(response.getCode(), name -> value(response.getFirstHeader(name)), body);
        } catch (IOException | TooLong unread) {
            // Closing the response would read on to its end; this closes the connection instead.
            message.cancel();
            throw unread;
        }
    }

    private static @Nullable String value(@Nullable Header header) {
        return header == null ? null : header.getValue();
    }

    private static String describe(Exception broken, boolean sent, Limits limits) {
        if (broken instanceof ConnectionRequestTimeoutException) {
            return "no connection within " + limits.connect() + ": all " + CONNECTIONS
                    + " connections of this client are in use";
        }
        boolean timeout = broken instanceof SocketTimeoutException;
        if (sent) {
            return timeout ? "no answer within " + limits.silence() : "the connection broke: " + broken.getMessage();
        }
        return (timeout ? "no connection within " + limits.connect() + ": " : "no connection: ") + broken.getMessage();
    }

    @Override
    public void close() {
        closed = true;
        http.close(CloseMode.GRACEFUL);
    }

    /** A request that knows whether it was sent. */
    private static final class Message extends HttpUriRequestBase {

        private static final long serialVersionUID = 1L;

        private volatile boolean sent;

        Message(Request request, Limits limits) {
            super(request.httpMethod().name(), URI.create(request.url()));
            request.headers().forEach((name, values) -> values.forEach(value -> addHeader(name, value)));
            removeHeaders("Content-Length");
            if (request.body() != null) {
                setEntity(new ByteArrayEntity(request.body(), null));
            }
            setConfig(config(limits));
        }

        // There is no other way to set the timeout of a connection for one request.
        @SuppressWarnings("deprecation")
        private static RequestConfig config(Limits limits) {
            return RequestConfig.custom()
                    .setConnectionRequestTimeout(Timeout.of(limits.connect()))
                    .setConnectTimeout(Timeout.of(limits.connect()))
                    .setResponseTimeout(Timeout.of(limits.silence()))
                    .setRedirectsEnabled(false)
                    .setAuthenticationEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .build();
        }
    }
}
