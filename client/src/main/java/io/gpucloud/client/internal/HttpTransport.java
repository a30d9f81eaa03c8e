package io.gpucloud.client.internal;

import feign.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Apache HttpClient 5. It repeats nothing, follows no redirect and keeps no state but its connections. Feign's own
 * adapter can neither abort a request nor report whether one was sent before it failed.
 */
final class HttpTransport implements Transport {

    private final @Nullable HttpHost proxy;
    private final boolean proxyAuthentication;
    private final int maxConnections;
    private final ConnectionPool connections = new ConnectionPool();
    private final CloseableHttpClient http;
    private volatile boolean closed;

    HttpTransport(URI service, HttpSettings settings) {
        proxy = HttpProxy.of(service, settings.proxy());
        proxyAuthentication = settings.proxyCredentials() != null;
        maxConnections = settings.maxConnections();
        http = HttpClients.custom()
                .setConnectionManager(connections.manager(settings))
                .setProxy(proxy)
                .setDefaultCredentialsProvider(HttpProxy.credentials(proxy, settings.proxyCredentials()))
                // Closed by the service, they would stay half open until the next call.
                .evictIdleConnections(TimeValue.of(settings.maxIdle()))
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableDefaultUserAgent()
                // RawResponse decompresses. HttpClient fails if a Content-Encoding is unknown or wrong.
                .disableContentCompression()
                // Before this element of the chain there is no connection to the service, so nothing was sent to it.
                .addExecInterceptorAfter(ChainElement.CONNECT.name(), "sent", this::send)
                .build();
    }

    /** A connection that was opened while the client was closed is not used. */
    private ClassicHttpResponse send(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        if (closed) {
            throw new IllegalStateException("the client was closed");
        }
        ((Message) scope.originalRequest).sent = true;
        ClassicHttpResponse response = chain.proceed(request, scope);
        if (response.getCode() == HttpProxy.AUTHENTICATION_REQUIRED) {
            // The proxy may close the connection without saying so. With the password, the request goes to a new one.
            scope.execRuntime.markConnectionNonReusable();
        }
        return response;
    }

    @Override
    public RawResponse execute(Request request, CallContext call) throws ExchangeException {
        Message message = new Message(request, call, proxyAuthentication);
        call.deadline().onAbort(message::cancel);
        try {
            return exchange(message, call);
        } catch (ExchangeException failed) {
            throw failed;
        } catch (IOException | RuntimeException broken) {
            throw failure(broken, message, call);
        } catch (Error fatal) {
            // HttpClient releases a connection only after an exception. Otherwise the pool would lose it for ever.
            message.cancel();
            throw fatal;
        } finally {
            call.deadline().onAbort(null);
        }
    }

    private RawResponse exchange(Message message, CallContext call) throws IOException {
        call.deadline().requireTime(false);
        ClassicHttpResponse response = http.executeOpen(null, message, null);
        boolean whole = false;
        try {
            RawResponse read = read(message, response, call);
            whole = !read.isTooLong();
            return read;
        } finally {
            if (whole) {
                response.close();
            } else {
                // Closing the response would read on to its end; this closes the connection instead.
                message.cancel();
            }
        }
    }

    private RawResponse read(Message message, ClassicHttpResponse response, CallContext call) throws IOException {
        int status = response.getCode();
        if (!message.sent) {
            throw new ExchangeException(
                    "the proxy " + proxy + " opened no tunnel: HTTP " + status
                            + (status == HttpProxy.AUTHENTICATION_REQUIRED ? ". " + HttpProxy.CREDENTIALS_HINT : ""),
                    status);
        }
        HttpEntity entity = response.getEntity();
        InputStream body = entity == null ? null : new TimedInputStream(entity.getContent(), call.deadline());
        long length = entity == null ? 0 : entity.getContentLength();
        return RawResponse.read(status, response, body, length, call.memory());
    }

    /**
     * Returns the exception for a failure of HttpClient, which throws any kind of exception if an exchange is aborted,
     * or the client closed, between two stages.
     */
    private ExchangeException failure(Exception broken, Message message, CallContext call) {
        String stop = call.deadline().reasonToStop();
        if (closed && !message.sent && stop == null) {
            throw new IllegalStateException("the client was closed");
        }
        String what = stop;
        if (what == null) {
            what = closed ? "the client was closed" : describe(broken, message.sent, call);
        }
        return new ExchangeException(what, message.sent, broken instanceof IOException ? broken : null);
    }

    private String describe(Exception broken, boolean sent, CallContext call) {
        if (broken instanceof ConnectionRequestTimeoutException) {
            return "no connection within " + DurationText.of(call.connectLimit()) + ": all " + maxConnections
                    + " connections of this client are in use; see maxConnections(..) of its builder";
        }
        if (broken instanceof UnknownHostException) {
            return "no connection: unknown host " + CauseChain.message(broken);
        }
        if (broken instanceof SSLException && !sent) {
            return "no TLS connection: " + CauseChain.innermostMessage(broken);
        }
        if (broken instanceof MessageConstraintException) {
            return (sent ? "" : "no connection: ") + "a response is too long outside its body: it has "
                    + ManagedConnection.TOO_LONG;
        }
        if (!(broken instanceof IOException)) {
            return "the connection was closed";
        }
        boolean timeout = broken instanceof SocketTimeoutException;
        if (sent) {
            return timeout
                    ? "no response within " + DurationText.of(call.readLimit())
                    : "the connection broke: " + CauseChain.message(broken);
        }
        return (timeout ? "no connection within " + DurationText.of(call.connectLimit()) + ": " : "no connection: ")
                + CauseChain.message(broken);
    }

    @Override
    public void close() {
        closed = true;
        http.close(CloseMode.GRACEFUL);
        connections.close();
    }

    /** A request that knows whether it was sent. */
    private static final class Message extends HttpUriRequestBase {

        private static final long serialVersionUID = 1L;

        private volatile boolean sent;

        Message(Request request, CallContext call, boolean proxyAuthentication) {
            super(request.httpMethod().name(), URI.create(request.url()));
            request.headers().forEach((name, values) -> values.forEach(value -> addHeader(name, value)));
            removeHeaders("Content-Length");
            setHeader("Accept-Encoding", "gzip");
            if (request.body() != null) {
                setEntity(new ByteArrayEntity(request.body(), null));
            }
            setConfig(config(call, proxyAuthentication));
        }

        // There is no other way to set the timeout of a connection for one request.
        @SuppressWarnings("deprecation")
        private static RequestConfig config(CallContext call, boolean proxyAuthentication) {
            Timeout connect = Timeout.of(call.connectLimit());
            return RequestConfig.custom()
                    .setConnectionRequestTimeout(connect)
                    .setConnectTimeout(connect)
                    .setResponseTimeout(Timeout.of(call.readLimit()))
                    .setRedirectsEnabled(false)
                    .setAuthenticationEnabled(proxyAuthentication)
                    .setProtocolUpgradeEnabled(false)
                    .build();
        }
    }
}
