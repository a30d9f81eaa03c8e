package io.gpucloud.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the stub and asks it what callers will ask, so that a JVM that looks on can keep what it has learned: which classes are
 * loaded and, from JDK 25 on, which code is worth compiling (DECISIONS D29).
 */
final class Rehearsal {

    private static final String KEY = "demo-key";
    private static final String ORDER = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
    private static final Pattern INSTANCE = Pattern.compile("\"instance_uuid\":\"([^\"]+)\"");

    private final URI baseUrl;

    private Rehearsal(URI baseUrl) {
        this.baseUrl = baseUrl;
    }

    /**
     * Rehearses.
     *
     * @param arguments how many times, and settings of the stub
     */
    public static void main(String[] arguments) throws IOException {
        int times = Integer.parseInt(arguments[0]);
        try (GpuCloudStub stub =
                GpuCloudStub.program(Alone.class, "--server.port=0", "--spring.config.name=rehearsal")) {
            Rehearsal rehearsal = new Rehearsal(stub.baseUrl());
            for (int i = 0; i < times; i++) {
                rehearsal.once();
            }
        }
    }

    private void once() throws IOException {
        ask("GET", "/pod/list?page=1&page_size=20", null, null);
        ask("GET", "/gpu/list", KEY, null);
        Matcher created = INSTANCE.matcher(ask("POST", "/instance/create_by_pod", KEY, ORDER));
        ask("GET", "/instance/list", KEY, null);
        if (created.find()) {
            ask("POST", "/instance/destroy", KEY, "{\"instance_uuid\":\"" + created.group(1) + "\"}");
        }
        ask("GET", "/balance/info", KEY, null);
        ask("GET", "/bill/list?page=1&page_size=20", KEY, null);
        ask("POST", "/instance/destroy", KEY, "{}");
        ask("GET", "/gpu/list", "unknown", null);
    }

    private String ask(String method, String path, @Nullable String key, @Nullable String body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(baseUrl + path).toURL().openConnection();
        connection.setRequestMethod(method);
        if (key != null) {
            connection.setRequestProperty("Authorization", "Bearer " + key);
        }
        if (body != null) {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream answer =
                connection.getResponseCode() < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
