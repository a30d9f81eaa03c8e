package io.gpucloud.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;

/**
 * An account of a stub, called by the JDK's HTTP client. It reads only the start of a response, which shows whether it succeeded, so
 * that the costs of the caller do not depend on the number of objects in the stub.
 */
record AccountCaller(StubProcess stub, String key) {

    private static final byte[] SUCCESS = "{\"code\":0,".getBytes(UTF_8);
    private static final String UUID = "\"instance_uuid\":\"";

    /** Works on the threads of its callers where possible: passing work to other threads takes as long as the request itself. */
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Runnable::run)
            .build();

    /** Creates an instance. Returns its identifier. */
    String create() throws IOException, InterruptedException {
        String body = "{\"pod_uuid\":\"%s\",\"gpu_uuid\":\"%s\",\"gpu_nums\":1}".formatted(Caller.POD, Caller.GPU);
        String answer = new String(post("/instance/create_by_pod", body), UTF_8);
        int start = answer.indexOf(UUID) + UUID.length();
        return answer.substring(start, answer.indexOf('"', start));
    }

    void destroy(String instance) throws IOException, InterruptedException {
        post("/instance/destroy", "{\"instance_uuid\":\"%s\"}".formatted(instance));
    }

    void setTimer(String instance, int minutes) throws IOException, InterruptedException {
        post(
                "/instance/shutdown_timer",
                "{\"instance_uuid\":\"%s\",\"shutdown_time\":%d}".formatted(instance, minutes));
    }

    /** Requests a list. Returns the body unchanged. */
    byte[] get(String path) throws IOException, InterruptedException {
        return good(send(request(URI.create(stub.baseUrl() + path)).GET()), path);
    }

    /** Calls {@code /__admin} for this account. */
    void admin(String method, String path, String body) throws IOException, InterruptedException {
        URI uri = URI.create(stub.baseUrl()).resolve("/__admin/accounts/" + key + path);
        HttpResponse<byte[]> response =
                send(request(uri).timeout(Duration.ofMinutes(5)).method(method, BodyPublishers.ofString(body)));
        if (response.statusCode() / 100 != 2) {
            throw new IOException(uri + ": HTTP " + response.statusCode());
        }
    }

    private byte[] post(String path, String body) throws IOException, InterruptedException {
        return good(send(request(URI.create(stub.baseUrl() + path)).POST(BodyPublishers.ofString(body))), path);
    }

    private HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .timeout(Duration.ofSeconds(30));
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static byte[] good(HttpResponse<byte[]> response, String path) throws IOException {
        if (response.statusCode() != 200) {
            throw new IOException(path + ": HTTP " + response.statusCode() + " " + new String(response.body(), UTF_8));
        }
        return good(response.body(), path);
    }

    /** Returns the body of a successful response. */
    static byte[] good(byte[] body, String path) throws IOException {
        if (!Arrays.equals(SUCCESS, Arrays.copyOf(body, Math.min(body.length, SUCCESS.length)))) {
            throw new IOException(path + ": " + new String(body, UTF_8));
        }
        return body;
    }
}
