package io.gpucloud.stub;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the stub and sends it what tests usually send, so that the JVM records the classes. */
final class TrainingRun {

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final String ACCOUNT = "tenant-training";
    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
    private static final List<Call> CALLS = List.of(
            new Call("GET", "/api/open/v2/gpu/list", null),
            new Call("POST", "/api/open/v2/instance/create_by_pod", CREATE),
            new Call("GET", "/api/open/v2/instance/list", null),
            new Call("GET", "/api/open/v2/balance/info", null),
            new Call("POST", "/api/open/v2/instance/destroy", "{}"),
            new Call("PUT", "/__admin/accounts/" + ACCOUNT + "/clock", "{\"frozen\":true}"),
            new Call("POST", "/__admin/accounts/" + ACCOUNT + "/clock/advance", "{\"seconds\":60}"),
            new Call("POST", "/__admin/faults", "{\"api_key\":\"" + ACCOUNT + "\",\"status\":500,\"times\":1}"),
            new Call("GET", "/api/open/v2/gpu/list", null),
            new Call("GET", "/__admin/requests?api_key=" + ACCOUNT, null),
            new Call("DELETE", "/__admin/accounts/" + ACCOUNT, null));

    private TrainingRun() {}

    /**
     * Runs the stub once.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) throws IOException {
        GpuCloudStub stub = TestProcess.start("server.port=0", "spring.config.name=training");
        for (Call call : CALLS) {
            call.send(stub.baseUrl());
        }
        stub.close();
    }

    private record Call(
            String method, String path, @Nullable String body) {

        void send(URI stub) throws IOException {
            HttpURLConnection connection =
                    (HttpURLConnection) stub.resolve(path).toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            connection.setRequestMethod(method);
            connection.setRequestProperty("Authorization", "Bearer " + ACCOUNT);
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
}
