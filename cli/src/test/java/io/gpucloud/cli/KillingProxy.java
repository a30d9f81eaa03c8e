package io.gpucloud.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Passes the requests of a process to a service, one after the other, and ends it with SIGKILL at one of them. */
final class KillingProxy implements AutoCloseable {

    /** When the process is killed. */
    enum Moment {
        BEFORE_THE_REQUEST,
        BEFORE_THE_RESPONSE,
        AFTER_THE_RESPONSE
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final CompletableFuture<Process> process = new CompletableFuture<>();
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    private final URI service;
    private final int last;
    private final Moment moment;
    private int requests;

    /** {@code last}: the number of the request. */
    KillingProxy(URI service, int last, Moment moment) throws IOException {
        this.service = service;
        this.last = last;
        this.moment = moment;
        server.createContext("/", this::pass);
        server.start();
    }

    URI baseUrl() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + service.getPath());
    }

    /** Starts the process, and waits for its end. Returns its exit status. */
    int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process started = builder.start();
        process.complete(started);
        return started.waitFor();
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests++;
            if (killed(Moment.BEFORE_THE_REQUEST)) {
                return;
            }
            HttpResponse<byte[]> response = forward(exchange);
            if (killed(Moment.BEFORE_THE_RESPONSE)) {
                return;
            }
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
            exchange.sendResponseHeaders(response.statusCode(), response.body().length);
            exchange.getResponseBody().write(response.body());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        killed(Moment.AFTER_THE_RESPONSE);
    }

    /** Whether the process has ended before this moment. */
    private boolean killed(Moment now) {
        if (requests >= last && moment == now) {
            process.join().destroyForcibly().onExit().join();
        }
        return process.isDone() && !process.join().isAlive();
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(service.resolve(exchange.getRequestURI()))
                .method(
                        exchange.getRequestMethod(),
                        HttpRequest.BodyPublishers.ofByteArray(
                                exchange.getRequestBody().readAllBytes()));
        for (String name : List.of("Authorization", "Content-Type")) {
            if (exchange.getRequestHeaders().containsKey(name)) {
                request.header(name, exchange.getRequestHeaders().getFirst(name));
            }
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
