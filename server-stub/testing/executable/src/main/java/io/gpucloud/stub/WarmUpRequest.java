package io.gpucloud.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A request that this process sends to its own stub. */
record WarmUpRequest(String method, String path, @Nullable String body) {

    private static final int TIMEOUT_MILLIS = 30_000;

    /** Sends the request and reads the response, whatever it is. */
    void send(URI stub, String token) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) stub.resolve(path).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestMethod(method);
        connection.setRequestProperty("Authorization", "Bearer " + token);
        if (body != null) {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        InputStream response =
                connection.getResponseCode() < 400 ? connection.getInputStream() : connection.getErrorStream();
        if (response != null) {
            response.readAllBytes();
            response.close();
        }
    }
}
