package io.gpucloud.contract.kit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The service that a profile describes, and its time. Responses are not checked, because observations expect nothing. */
final class ProfiledService {

    private final KitContext kit;
    private final AccountUnderTest account;
    private final @Nullable AdminApi adminApi;
    private final InstantSource clock;

    ProfiledService(KitContext kit, AccountUnderTest account, @Nullable AdminApi adminApi, InstantSource clock) {
        this.kit = kit;
        this.account = account;
        this.adminApi = adminApi;
        this.clock = clock;
    }

    boolean hasAdminApi() {
        return adminApi != null;
    }

    /** The {@code /__admin} API, which only a stub has. */
    AdminApi adminApi() {
        return Objects.requireNonNull(adminApi, SkipConditions.ADMIN);
    }

    AccountUnderTest account() {
        return account;
    }

    /** The time of the service, in seconds since the epoch. */
    long now() {
        return adminApi == null ? clock.instant().getEpochSecond() : adminApi.now();
    }

    /** Waits, or advances the clock of the stub. Returns false if the thread was interrupted while it waited. */
    boolean pass(long seconds) {
        if (adminApi == null) {
            return kit.rateLimitRetry().pause(Duration.ofSeconds(seconds));
        }
        adminApi.advance(seconds);
        return true;
    }

    ServiceResponse send(String operation, Object... namesAndValues) {
        return send(call(operation, RequestMembers.of(namesAndValues)));
    }

    ServiceResponse send(Call call) {
        return kit.send(call, account);
    }

    /** Sends a request with the API key of another account. */
    ServiceResponse sendAs(AccountUnderTest caller, String operation, Map<String, Object> members) {
        return kit.send(new ServiceClient(kit, caller).prepare(operation, members), caller);
    }

    /** A call to send later. */
    Call call(String operation, Map<String, Object> members) {
        return new ServiceClient(kit, account).prepare(operation, members);
    }

    /** Creates an instance; {@code instead} replaces members of the default request. */
    ServiceResponse create(Map<String, Object> instead) {
        return send(call("createInstanceByPod", creation(instead)));
    }

    ServiceResponse createFrom(String image) {
        Map<String, Object> members = creation(Map.of());
        members.remove("pod_uuid");
        members.put("image_uuid", image);
        return send(call("createInstanceByImage", members));
    }

    /** The members of a create request; {@code instead} replaces some of them. */
    Map<String, Object> creation(Map<String, Object> instead) {
        Map<String, Object> members = RequestMembers.of(
                "pod_uuid", pod().map(pod -> pod.path("uuid").asString("")).orElse(""),
                "gpu_uuid", gpu().map(gpu -> gpu.path("gpu_uuid").asString("")).orElse(""),
                "gpu_nums", 1);
        members.putAll(instead);
        return members;
    }

    /** Destroys an instance. The cleanup destroys what remains. */
    void destroy(String instance) {
        if (send("destroyInstance", "instance_uuid", instance).isSuccess()) {
            account.gone(instance);
        }
    }

    /** An instance as the list shows it, missing if the list does not contain it. */
    JsonNode listed(String instance) {
        return send("listInstances").list(InstanceList.LIST).stream()
                .filter(record -> record.path("instance_uuid").asString("").equals(instance))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** The first pod of the market. */
    Optional<JsonNode> pod() {
        return send("listPods").list("/data/pod_list").stream().findFirst();
    }

    /** The cheapest available GPU model that has a price. */
    Optional<JsonNode> gpu() {
        return send("listGpus").list("/data/gpu_list").stream()
                .filter(gpu -> gpu.path("status").asInt(1) == 1)
                .filter(gpu -> gpu.at("/price/hour").isNumber())
                .min(Comparator.comparing(gpu -> gpu.at("/price/hour").decimalValue()));
    }
}
