package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.opentest4j.TestAbortedException;

/** Sends calls. It never follows a redirect, because the key could be sent to another host. */
final class HttpCaller {

    /** The most bytes that are read of a response. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final Settings settings;
    private final Duration timeout;

    HttpCaller(Settings settings) {
        this(settings, PATIENCE);
    }

    HttpCaller(Settings settings, Duration timeout) {
        this.settings = settings;
        this.timeout = timeout;
    }

    /**
     * Sends a call.
     *
     * @throws TestAbortedException if it is not a GET request and the run is read-only
     * @throws IOException if there is no response, or if the thread was interrupted, which remains interrupted
     */
    ServiceResponse send(Call call) throws IOException {
        if (settings.readOnly() && !call.method().equals("GET")) {
            throw new TestAbortedException(SkipConditions.READ_ONLY);
        }
        HttpResponse<byte[]> received = receive(request(call));
        return ServiceResponse.of(
                call, received.statusCode(), lowerCase(received.headers().map()), received.body(), settings);
    }

    /** The timeout of a request ends with the headers. This one includes the body. */
    private HttpResponse<byte[]> receive(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<byte[]>> response = http.sendAsync(request, headers -> new BoundedBody(LARGEST));
        try {
            return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stalled) {
            response.cancel(true);
            throw new IOException("no complete response within " + timeout.toSeconds() + " s", stalled);
        } catch (ExecutionException broken) {
            throw broken.getCause() instanceof IOException cause ? cause : new IOException(broken.getCause());
        } catch (InterruptedException stopping) {
            response.cancel(true);
            Thread.currentThread().interrupt();
            // As with any lost response, the request may have taken effect.
            throw (IOException)
                    new InterruptedIOException("interrupted before the response was complete").initCause(stopping);
        }
    }

    private HttpRequest request(Call call) {
        String body = call.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(address(call))
                .method(call.method(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        call.headers().forEach(header -> request.header(header.getKey(), header.getValue()));
        return request.build();
    }

    private URI address(Call call) {
        URI url = settings.url();
        return URI.create(
                (call.isOfService() ? url : url.resolve("/").toString().replaceFirst("/$", "")) + call.target());
    }

    private static Map<String, List<String>> lowerCase(Map<String, List<String>> headers) {
        Map<String, List<String>> lower = new TreeMap<>();
        headers.forEach((name, values) -> lower.put(name.toLowerCase(Locale.ROOT), values));
        return lower;
    }
}
