package io.gpucloud.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the stub and sends it typical requests, so that the JVM writes the classes that they load to a class archive. */
final class ClassArchiveTraining {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final String KEY = "demo-key";
    private static final String ORDER = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
    private static final Pattern INSTANCE = Pattern.compile("\"instance_uuid\":\"([^\"]+)\"");

    private final URI baseUrl;

    private ClassArchiveTraining(URI baseUrl) {
        this.baseUrl = baseUrl;
    }

    /**
     * Runs the program.
     *
     * @param arguments the number of repetitions
     * @throws IllegalStateException if a response is not the expected one, because the archive would then contain other classes
     */
    public static void main(String[] arguments) throws IOException {
        int times = Integer.parseInt(arguments[0]);
        try (GpuCloudStub stub = GpuCloudStub.program("--server.port=0", "--spring.config.name=training")) {
            ClassArchiveTraining training = new ClassArchiveTraining(stub.baseUrl());
            for (int i = 0; i < times; i++) {
                training.once();
            }
        }
    }

    private void once() throws IOException {
        ask(200, "GET", "/pod/list?page=1&page_size=20", null, null);
        ask(200, "GET", "/gpu/list", KEY, null);
        String created = ask(200, "POST", "/instance/create_by_pod", KEY, ORDER);
        ask(200, "GET", "/instance/list", KEY, null);
        ask(200, "POST", "/instance/destroy", KEY, "{\"instance_uuid\":\"" + instanceOf(created) + "\"}");
        ask(200, "GET", "/balance/info", KEY, null);
        ask(200, "GET", "/bill/list?page=1&page_size=20", KEY, null);
        ask(400, "POST", "/instance/destroy", KEY, "{}");
        ask(401, "GET", "/gpu/list", "unknown", null);
    }

    private static String instanceOf(String created) {
        Matcher instance = INSTANCE.matcher(created);
        if (!instance.find()) {
            throw new IllegalStateException("no instance in " + created);
        }
        return instance.group(1);
    }

    private String ask(int expected, String method, String path, @Nullable String key, @Nullable String body)
            throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(baseUrl + path).toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setRequestMethod(method);
        if (key != null) {
            connection.setRequestProperty("Authorization", "Bearer " + key);
        }
        if (body != null) {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        if (status != expected) {
            throw new IllegalStateException(path + " was answered with " + status);
        }
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
