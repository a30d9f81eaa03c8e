package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;

/** The instances of an account, with the operations that most tests begin with. */
public record InstanceOperations(
        ServiceClient service, @Nullable AdminApi adminApi) {

    /** The first pod of the market. */
    public JsonNode pod() {
        return service.call("listPods").first("/data/pod_list");
    }

    /** The first image of the market. */
    public JsonNode marketImage() {
        return service.call("listMarketImages").first("/data/image_list");
    }

    /**
     * The cheapest available GPU model. Only with {@code --admin} may it be one without a price, whose cost is unknown.
     */
    public JsonNode gpu() {
        ServiceResponse gpus = service.call("listGpus").succeeds();
        return gpus.list("/data/gpu_list").stream()
                .filter(gpu -> !service.settings().assumes("gpu-status")
                        || gpu.path("status").asInt(1) == 1)
                .filter(gpu -> adminApi != null || gpu.at("/price/hour").isNumber())
                .min(Comparator.comparing(gpu -> gpu.at("/price/hour").asDecimal(BigDecimal.TEN)))
                .orElseThrow(() -> new TestAbortedException(
                        adminApi != null ? "no GPU is available" : "no available GPU model has a price"));
    }

    /** Creates an instance of the first pod. */
    public ServiceResponse create() {
        return create(Map.of()).succeeds();
    }

    /** Creates an instance of the first pod. {@code instead} replaces members of the default request. */
    public ServiceResponse create(Map<String, Object> instead) {
        String gpu = gpu().path("gpu_uuid").asString();
        Map<String, Object> members = new TreeMap<>(Map.of("pod_uuid", uuid(pod()), "gpu_uuid", gpu, "gpu_nums", 1));
        members.putAll(instead);
        return service.send(service.prepare("createInstanceByPod", members));
    }

    public ServiceResponse createFrom(String image) {
        String gpu = gpu().path("gpu_uuid").asString();
        return service.call("createInstanceByImage", Map.of("image_uuid", image, "gpu_uuid", gpu, "gpu_nums", 1));
    }

    /** Creates an instance and advances the clock until it runs. */
    public String run() {
        String instance = create().string("/data/instance_uuid");
        Objects.requireNonNull(adminApi).advance(AdminApi.BOOT);
        return instance;
    }

    /** Creates an instance, saves it as an image, and advances the clock until the image is uploaded. */
    public String image() {
        service.call("saveInstanceImage", run()).succeeds();
        Objects.requireNonNull(adminApi).advance(AdminApi.IMAGE_UPLOAD);
        return uuid(service.call("listPrivateImages").first("/data/image_list"));
    }

    /** The record of an instance in the list, missing if the list has none. */
    public JsonNode listed(String instance) {
        return InstanceList.find(service.call("listInstances").succeeds(), instance);
    }

    public void expect(String instance, int expected, Source source) {
        source.requireEqual("status of the instance", expected, status(instance));
    }

    /** The statuses of an instance, in order, while the clock advances second by second. */
    public List<Integer> statusesWithin(String instance, long seconds) {
        List<Integer> statuses = new ArrayList<>();
        for (long second = 0; second <= seconds; second++) {
            if (second > 0) {
                Objects.requireNonNull(adminApi).advance(1);
            }
            int status = status(instance);
            if (statuses.isEmpty() || statuses.get(statuses.size() - 1) != status) {
                statuses.add(status);
            }
        }
        return statuses;
    }

    private int status(String instance) {
        return listed(instance).path("status").asInt(0);
    }

    private static String uuid(JsonNode record) {
        return record.path("uuid").asString();
    }
}
