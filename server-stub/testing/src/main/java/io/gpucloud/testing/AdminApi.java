package io.gpucloud.testing;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Calls {@code /__admin} of a stub. */
final class AdminApi {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    /** Also bounds the body of a response. */
    private static final long LONGEST_SECONDS = 60;

    private final URI origin;
    private final @Nullable String token;

    AdminApi(URI origin, @Nullable String token) {
        this.origin = origin;
        this.token = token;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    JsonObject get(String path) {
        return call("GET", path, null, false);
    }

    /**
     * Reads what the stub may return after a pause.
     *
     * @throws CancellationException if the thread is interrupted
     */
    JsonObject await(String path) {
        return call("GET", path, null, true);
    }

    JsonObject put(String path, JsonObject body) {
        return call("PUT", path, body, false);
    }

    JsonObject post(String path, @Nullable JsonObject body) {
        return call("POST", path, body, false);
    }

    void delete(String path) {
        call("DELETE", path, null, false);
    }

    private JsonObject call(String method, String path, @Nullable JsonObject body, boolean interruptible) {
        HttpRequest.Builder request = HttpRequest.newBuilder(origin.resolve("/__admin" + path))
                .timeout(TIMEOUT)
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        HttpResponse<String> response = send(request.build(), interruptible);
        if (response.statusCode() >= 300) {
            throw new IllegalArgumentException("The stub rejected " + method + " /__admin" + path + " with HTTP "
                    + response.statusCode() + ": " + reason(response.body()));
        }
        return response.body().isEmpty()
                ? new JsonObject()
                : Json.parse(response.body()).asObject();
    }

    private static String reason(String body) {
        try {
            JsonValue problem = Json.parse(body);
            if (problem.isObject()) {
                String member = problem.asObject().getString("member", "");
                return (member.isEmpty() ? "" : member + " ")
                        + problem.asObject().getString("detail", body);
            }
        } catch (ParseException notJson) {
            // The text is all there is.
        }
        return body;
    }

    /**
     * Most calls go on if the thread is interrupted: a client reads the time of the account while it cleans up. Not by
     * {@link HttpClient#sendAsync}, whose results need a thread of the common pool: all of these may wait for a lock
     * that the caller holds.
     */
    private HttpResponse<String> send(HttpRequest request, boolean interruptible) {
        CompletableFuture<HttpResponse<String>> response = CompletableFuture.supplyAsync(
                        () -> Http.send(request), Http.THREADS)
                .orTimeout(LONGEST_SECONDS, TimeUnit.SECONDS);
        try {
            return interruptible ? response.get() : response.join();
        } catch (ExecutionException | CompletionException failure) {
            Throwable cause = failure.getCause();
            throw new UncheckedIOException(
                    "The stub at " + origin + " cannot be reached. Is it still running?",
                    cause instanceof IOException unreachable ? unreachable : new IOException(cause));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The thread was interrupted while it waited for a request.");
        }
    }

    /** Created at the first call. A test that only uses the public API does not pay for it. */
    private static final class Http {
        static final HttpClient CLIENT = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
        static final Executor THREADS = Executors.newCachedThreadPool(Http::daemon);

        static HttpResponse<String> send(HttpRequest request) {
            try {
                return CLIENT.send(request, BodyHandlers.ofString());
            } catch (IOException failure) {
                throw new CompletionException(failure);
            } catch (InterruptedException stopping) {
                // No other class has this thread.
                throw new CompletionException(stopping);
            }
        }

        private static Thread daemon(Runnable task) {
            Thread thread = new Thread(task, "gpu-cloud-stub-call");
            thread.setDaemon(true);
            return thread;
        }
    }
}
