package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.opentest4j.TestAbortedException;

/** Sends calls. It never follows a redirect, for that could carry the key elsewhere. */
final class HttpCaller {

    /** The most that is read of an answer, in bytes. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    private final Settings settings;

    HttpCaller(Settings settings) {
        this.settings = settings;
    }

    /**
     * Sends a call.
     *
     * @throws TestAbortedException if it is no GET and nothing else may be sent
     * @throws IOException if there is no answer
     */
    Answer send(Call call) throws IOException {
        if (settings.readOnly() && !call.method().equals("GET")) {
            throw new TestAbortedException(Skip.READ_ONLY);
        }
        try {
            HttpResponse<InputStream> response = http.send(request(call), BodyHandlers.ofInputStream());
            return Answer.of(
                    call,
                    response.statusCode(),
                    lowerCase(response.headers().map()),
                    bytes(response),
                    settings.assumes(Settings.ERRORS));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopping);
        }
    }

    private HttpRequest request(Call call) {
        String body = call.body();
        HttpRequest.Builder request = HttpRequest.newBuilder(address(call))
                .timeout(PATIENCE)
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

    private static byte[] bytes(HttpResponse<InputStream> response) throws IOException {
        try (InputStream body = response.body()) {
            byte[] read = body.readNBytes(LARGEST + 1);
            if (read.length > LARGEST) {
                throw new IOException("the answer is larger than " + LARGEST + " bytes");
            }
            return read;
        }
    }
}
