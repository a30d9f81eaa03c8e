package io.gpucloud.stub;

import java.io.IOException;
import java.util.List;

/** Runs the stub and sends it what tests usually send, so that the JVM records the classes. */
final class ClassArchiveTraining {

    private static final String ACCOUNT = "tenant-training";
    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
    private static final List<WarmUpRequest> REQUESTS = List.of(
            new WarmUpRequest("GET", "/api/open/v2/gpu/list", null),
            new WarmUpRequest("POST", "/api/open/v2/instance/create_by_pod", CREATE),
            new WarmUpRequest("GET", "/api/open/v2/instance/list", null),
            new WarmUpRequest("GET", "/api/open/v2/balance/info", null),
            new WarmUpRequest("POST", "/api/open/v2/instance/destroy", "{}"),
            new WarmUpRequest("PUT", "/__admin/accounts/" + ACCOUNT + "/clock", "{\"frozen\":true}"),
            new WarmUpRequest("POST", "/__admin/accounts/" + ACCOUNT + "/clock/advance", "{\"seconds\":60}"),
            new WarmUpRequest(
                    "POST", "/__admin/faults", "{\"api_key\":\"" + ACCOUNT + "\",\"status\":500,\"times\":1}"),
            new WarmUpRequest("GET", "/api/open/v2/gpu/list", null),
            new WarmUpRequest("GET", "/__admin/requests?api_key=" + ACCOUNT, null),
            new WarmUpRequest("DELETE", "/__admin/accounts/" + ACCOUNT, null));

    private ClassArchiveTraining() {}

    /**
     * Runs the stub once.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) throws IOException {
        GpuCloudStub stub = StubProcessMain.start("server.port=0", "spring.config.name=training");
        for (WarmUpRequest request : REQUESTS) {
            request.send(stub.baseUrl(), ACCOUNT);
        }
        stub.close();
    }
}
