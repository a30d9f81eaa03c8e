package io.gpucloud.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs the stub and sends it typical requests, so that the JVM writes the classes that they load to a class archive.
 */
final class ClassArchiveTraining {

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final String KEY = "tenant-training";
    private static final Pattern INSTANCE = Pattern.compile("\"instance_uuid\":\"([^\"]+)\"");

    private static final String SERVICE = "/api/open/v2";
    private static final String ACCOUNT = "/__admin/accounts/" + KEY;
    private static final List<Request> REQUESTS = List.of(
            new Request(200, "GET", SERVICE + "/pod/list?page=1&page_size=20", null),
            new Request(200, "GET", SERVICE + "/gpu/list", null),
            new Request(
                    200,
                    "POST",
                    SERVICE + "/instance/create_by_pod",
                    "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}"),
            new Request(200, "GET", SERVICE + "/instance/list", null),
            new Request(200, "POST", SERVICE + "/instance/destroy", "{\"instance_uuid\":\"INSTANCE\"}"),
            new Request(200, "GET", SERVICE + "/balance/info", null),
            new Request(200, "GET", SERVICE + "/bill/list?page=1&page_size=20", null),
            new Request(400, "POST", SERVICE + "/instance/destroy", "{}"));

    /** Requests that only tests send. */
    private static final List<Request> REQUESTS_OF_TESTS = List.of(
            new Request(200, "PUT", "/__admin/clock?account=" + KEY, "{\"frozen\":true}"),
            new Request(200, "POST", "/__admin/clock/advance?account=" + KEY, "{\"seconds\":60}"),
            new Request(201, "POST", "/__admin/faults", "{\"api_key\":\"" + KEY + "\",\"status\":500,\"times\":1}"),
            new Request(500, "GET", SERVICE + "/gpu/list", null),
            new Request(200, "GET", "/__admin/requests?api_key=" + KEY, null),
            new Request(204, "DELETE", ACCOUNT, null));

    private record Request(
            int status,
            String method,
            String path,
            @Nullable String body) {}

    private final GpuCloudStub stub;
    /** The instance of the last response that names one. */
    private String instance = "";

    private ClassArchiveTraining(GpuCloudStub stub) {
        this.stub = stub;
    }

    /**
     * Runs the program.
     *
     * @param arguments {@code program} or {@code tests}: how the stub is started later; and the number of repetitions
     * @throws IllegalStateException if a response is not the expected one, because the archive would then contain other
     *     classes
     */
    public static void main(String[] arguments) throws IOException {
        boolean tests = arguments[0].equals("tests");
        int times = Integer.parseInt(arguments[1]);
        try (GpuCloudStub stub = tests
                ? StubProcessMain.start(listening -> {}, "server.port=0")
                : GpuCloudStub.program("--server.port=0", "--spring.config.name=training")) {
            ClassArchiveTraining training = new ClassArchiveTraining(stub);
            for (int i = 0; i < times; i++) {
                training.send(REQUESTS);
            }
            if (tests) {
                training.send(REQUESTS_OF_TESTS);
            }
        }
    }

    private void send(List<Request> requests) throws IOException {
        for (Request request : requests) {
            Matcher created = INSTANCE.matcher(send(request));
            if (created.find()) {
                instance = created.group(1);
            }
        }
    }

    private String send(Request request) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                stub.baseUrl().resolve(request.path()).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestMethod(request.method());
        String key =
                request.path().startsWith(SERVICE) ? KEY : stub.adminToken().orElse("");
        connection.setRequestProperty("Authorization", "Bearer " + key);
        if (request.body() != null) {
            connection.setRequestProperty("Content-Type", "application/json");
            connection.setDoOutput(true);
            connection
                    .getOutputStream()
                    .write(request.body().replace("INSTANCE", instance).getBytes(StandardCharsets.UTF_8));
        }
        int status = connection.getResponseCode();
        if (status != request.status()) {
            throw new IllegalStateException(request.path() + " returned status " + status);
        }
        try (InputStream response = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return response == null ? "" : new String(response.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
