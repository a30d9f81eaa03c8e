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

/**
 * Stands between the kit and a stub and spoils one thing about what the stub says, or how it understands what it is asked;
 * and keeps the methods it was asked with.
 */
final class Spoiler implements AutoCloseable {

    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "content-length", "host", "transfer-encoding", "upgrade", "http2-settings", "date");

    /** The status for a connection that breaks before the response. */
    static final int BROKEN = 0;

    /** The requests to the stub. */
    record Asking(String target, Map<String, List<String>> headers) {

        Asking target(String other) {
            return new Asking(other, headers);
        }

        Asking header(String name, String value) {
            Map<String, List<String>> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            others.putAll(headers);
            others.put(name, List.of(value));
            return new Asking(target, others);
        }
    }

    /** The forwarded body and its character set. */
    record Passing(String request, int status, Map<String, List<String>> headers, String body, Charset charset) {

        Passing(String request, int status, Map<String, List<String>> headers, String body) {
            this(request, status, headers, body, UTF_8);
        }

        Passing status(int other) {
            return new Passing(request, other, headers, body, charset);
        }

        Passing body(String other) {
            return new Passing(request, status, headers, other, charset);
        }

        Passing in(Charset other) {
            return new Passing(request, status, headers, body, other);
        }

        Passing with(String header, String value) {
            Map<String, List<String>> more = new TreeMap<>(headers);
            more.put(header, List.of(value));
            return new Passing(request, status, more, body);
        }

        Passing without(String header) {
            Map<String, List<String>> fewer = new TreeMap<>(headers);
            fewer.remove(header);
            return new Passing(request, status, fewer, body, charset);
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> methods = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final URI target;
    private final UnaryOperator<Asking> understand;
    private final Predicate<String> stopped;
    private final UnaryOperator<Passing> spoil;
    private final HttpServer server;

    Spoiler(URI baseUrl, UnaryOperator<Passing> spoil) {
        this(baseUrl, request -> false, spoil);
    }

    /** The stub never gets the requests that are stopped; an empty answer is made up, to be spoiled like any other. */
    Spoiler(URI baseUrl, Predicate<String> stopped, UnaryOperator<Passing> spoil) {
        this(baseUrl, stopped, UnaryOperator.identity(), spoil);
    }

    /** The stub gets other requests than are sent. */
    static Spoiler understanding(URI baseUrl, UnaryOperator<Asking> understand, UnaryOperator<Passing> spoil) {
        return new Spoiler(baseUrl, request -> false, understand, spoil);
    }

    private Spoiler(
            URI baseUrl, Predicate<String> stopped, UnaryOperator<Asking> understand, UnaryOperator<Passing> spoil) {
        this.target = baseUrl.resolve("/");
        this.stopped = stopped;
        this.understand = understand;
        this.spoil = spoil;
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

    List<String> methods() {
        return List.copyOf(methods);
    }

    /** How often something was asked. */
    long asked(String path) {
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
            methods.add(exchange.getRequestMethod());
            String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            requests.add(request);
            Passing passing = spoil.apply(
                    stopped.test(request) ? new Passing(request, 200, Map.of(), "") : passed(exchange, request));
            if (passing.status() == BROKEN) {
                return;
            }
            byte[] body = passing.body().getBytes(passing.charset());
            exchange.getResponseHeaders().putAll(passing.headers());
            exchange.sendResponseHeaders(passing.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private Passing passed(HttpExchange exchange, String request) throws IOException, InterruptedException {
        HttpResponse<String> answered = http.send(forwarded(exchange), BodyHandlers.ofString());
        Map<String, List<String>> headers = new TreeMap<>(answered.headers().map());
        headers.keySet().removeIf(name -> OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT)));
        return new Passing(request, answered.statusCode(), headers, answered.body());
    }

    private HttpRequest forwarded(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Asking asking = understand.apply(
                new Asking(exchange.getRequestURI().toString(), Map.copyOf(exchange.getRequestHeaders())));
        HttpRequest.Builder request = HttpRequest.newBuilder(target.resolve(asking.target()))
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        asking.headers().forEach((name, values) -> {
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }
}
