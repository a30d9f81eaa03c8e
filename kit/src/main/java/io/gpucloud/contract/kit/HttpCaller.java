package io.gpucloud.contract.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opentest4j.TestAbortedException;

/** Sends calls. It never follows a redirect, because the key could be sent to another host. */
final class HttpCaller {

    /** The most bytes that are read of a response. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private static final int RETRIES = 3;

    /** The rate limit, and failures that a proxy reports although the service may work. */
    private static final Set<Integer> TEMPORARY = Set.of(429, 502, 503, 504);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final Settings settings;
    private final Sleeper sleeper;
    private final Duration timeout;
    private final StubProfile profile;

    HttpCaller(Settings settings, Sleeper sleeper, Duration timeout, StubProfile profile) {
        this.settings = settings;
        this.sleeper = sleeper;
        this.timeout = timeout;
        this.profile = profile;
    }

    /**
     * Sends a call. After a {@linkplain #TEMPORARY temporary} failure a GET request is sent again after the pause in
     * {@code Retry-After}, at most three times. Any other request is not repeated, because it may cost money. Runs with
     * {@code --admin} repeat nothing: tests of the stub provoke 429 on purpose.
     *
     * @throws TestAbortedException if it is not a GET request and the run is read-only
     * @throws IOException if there is no response, or if the thread was interrupted, which remains interrupted
     */
    ServiceResponse send(Call call) throws IOException {
        boolean repeatable = call.method().equals("GET") && !settings.admin();
        ServiceResponse response = sendOnce(call);
        int retries = repeatable ? RETRIES : 0;
        while (retries-- > 0 && TEMPORARY.contains(response.status()) && sleeper.pause(response.retryAfter())) {
            response = sendOnce(call);
        }
        return response;
    }

    private ServiceResponse sendOnce(Call call) throws IOException {
        if (settings.readOnly() && !call.method().equals("GET")) {
            throw new TestAbortedException(Settings.SENDS_ONLY_GET);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        HttpResponse<Void> received = receive(request(call), body);
        return ServiceResponse.of(
                call, received.statusCode(), received.headers(), body.toByteArray(), settings, profile);
    }

    /** The timeout of a request ends with the headers. This one includes the body. */
    private HttpResponse<Void> receive(HttpRequest request, ByteArrayOutputStream body) throws IOException {
        CompletableFuture<HttpResponse<Void>> response = http.sendAsync(
                request, BodyHandlers.ofByteArrayConsumer(part -> part.ifPresent(bytes -> add(bytes, body))));
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stalled) {
            response.cancel(true);
            throw new IOException("no complete response within " + timeout.toSeconds() + " s", stalled);
        } catch (ExecutionException broken) {
            Throwable cause = Objects.requireNonNull(broken.getCause());
            throw cause instanceof IOException lost ? lost : new IOException(cause.getMessage(), cause);
        } catch (InterruptedException stopping) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            // As with any lost response, the request may have taken effect.
            throw (IOException)
                    new InterruptedIOException("interrupted before the response was complete").initCause(stopping);
        }
    }

    private static void add(byte[] bytes, ByteArrayOutputStream body) {
        if (body.size() + bytes.length > LARGEST) {
            throw new IllegalStateException("the response is larger than " + LARGEST + " bytes");
        }
        body.writeBytes(bytes);
    }

    private HttpRequest request(Call call) {
        URI url = settings.url();
        String base = call.isOfService()
                ? url.toString()
                : url.resolve("/").toString().replaceFirst("/$", "");
        String body = call.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + call.target()))
                .method(call.method(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        call.headers().forEach(header -> request.header(header.getKey(), header.getValue()));
        return request.build();
    }
}
