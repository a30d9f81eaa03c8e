package io.gpucloud.contract.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A proxy between the kit and a stub that modifies requests or responses. It records the requests. */
final class ModifyingProxy implements AutoCloseable {

    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "content-length", "host", "transfer-encoding", "upgrade", "http2-settings", "date");

    /** The status for a connection that breaks before the response. */
    static final int BROKEN = 0;

    /** The requests to the stub. */
    record ProxiedRequest(String target, Map<String, List<String>> headers) {

        ProxiedRequest target(String other) {
            return new ProxiedRequest(other, headers);
        }

        ProxiedRequest header(String name, String value) {
            Map<String, List<String>> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            others.putAll(headers);
            others.put(name, List.of(value));
            return new ProxiedRequest(target, others);
        }
    }

    /** The forwarded body and its character set. */
    record ProxiedResponse(
            String request, int status, Map<String, List<String>> headers, String body, Charset charset) {

        ProxiedResponse(String request, int status, Map<String, List<String>> headers, String body) {
            this(request, status, headers, body, UTF_8);
        }

        ProxiedResponse status(int other) {
            return new ProxiedResponse(request, other, headers, body, charset);
        }

        ProxiedResponse body(String other) {
            return new ProxiedResponse(request, status, headers, other, charset);
        }

        ProxiedResponse in(Charset other) {
            return new ProxiedResponse(request, status, headers, body, other);
        }

        ProxiedResponse with(String header, String value) {
            Map<String, List<String>> more = new TreeMap<>(headers);
            more.put(header, List.of(value));
            return new ProxiedResponse(request, status, more, body);
        }

        /** HTTP 429 that allows the next request at once. */
        ProxiedResponse tooManyRequests() {
            return status(429)
                    .body("{\"code\":1,\"msg\":\"too many requests\"}")
                    .with("Content-Type", "application/json")
                    .with("Retry-After", "0");
        }

        ProxiedResponse without(String header) {
            Map<String, List<String>> fewer = new TreeMap<>(headers);
            fewer.remove(header);
            return new ProxiedResponse(request, status, fewer, body, charset);
        }
    }

    /** Modifies only responses to requests that contain a path. */
    static UnaryOperator<ProxiedResponse> on(String path, UnaryOperator<ProxiedResponse> modify) {
        return response -> response.request().contains(path) ? modify.apply(response) : response;
    }

    /** Replaces a text in the bodies of these responses. */
    static UnaryOperator<ProxiedResponse> replacing(String path, String from, String to) {
        return on(path, response -> response.body(response.body().replace(from, to)));
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final URI target;
    private final UnaryOperator<ProxiedRequest> modifyRequest;
    private final Predicate<String> stopped;
    private final UnaryOperator<ProxiedResponse> modify;
    private final HttpServer server;

    /**
     * Starts a proxy.
     *
     * @param stopped requests that are not forwarded; their empty response is modified like any other
     * @param modifyRequest changes requests before they are forwarded
     */
    ModifyingProxy(
            URI baseUrl,
            Predicate<String> stopped,
            UnaryOperator<ProxiedRequest> modifyRequest,
            UnaryOperator<ProxiedResponse> modify) {
        this.target = baseUrl.resolve("/");
        this.stopped = stopped;
        this.modifyRequest = modifyRequest;
        this.modify = modify;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new IllegalStateException(noPort);
        }
        server.createContext("/", this::pass);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/api/open/v2");
    }

    /** Settings for a run through this proxy. */
    Settings settings(String... options) {
        return KitRuns.settings(url(), "--key=demo-key", options);
    }

    List<String> methods() {
        return requests.stream().map(request -> request.replaceFirst(" .*", "")).toList();
    }

    /** The number of requests whose line contains a text. */
    long requestCount(String path) {
        return requests.stream().filter(request -> request.contains(path)).count();
    }

    @Override
    public void close() {
        server.stop(0);
        if (server.getExecutor() instanceof ExecutorService workers) {
            workers.shutdownNow();
        }
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            requests.add(request);
            ProxiedResponse response = modify.apply(
                    stopped.test(request)
                            ? new ProxiedResponse(request, 200, Map.of(), "")
                            : forward(exchange, request));
            if (response.status() == BROKEN) {
                return;
            }
            byte[] body = response.body().getBytes(response.charset());
            exchange.getResponseHeaders().putAll(response.headers());
            exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private ProxiedResponse forward(HttpExchange exchange, String request) throws IOException, InterruptedException {
        HttpResponse<String> answered = http.send(forwardedRequest(exchange), BodyHandlers.ofString());
        Map<String, List<String>> headers = new TreeMap<>(answered.headers().map());
        headers.keySet().removeIf(name -> OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)));
        return new ProxiedResponse(request, answered.statusCode(), headers, answered.body());
    }

    private HttpRequest forwardedRequest(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        ProxiedRequest incoming = modifyRequest.apply(
                new ProxiedRequest(exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders())));
        HttpRequest.Builder request = HttpRequest.newBuilder(target.resolve(incoming.target()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        incoming.headers().forEach((name, values) -> {
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }
}
