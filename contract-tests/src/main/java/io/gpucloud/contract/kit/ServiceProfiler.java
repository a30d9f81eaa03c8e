package io.gpucloud.contract.kit;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Observes how a service behaves in everything that a setting of the stub can reproduce. Unlike a test it expects
 * nothing. Observations are independent: if one fails, the profile does not contain its setting.
 */
final class ServiceProfiler {

    private static final String NOTHING = "no-such-thing";
    private static final int MANY = 150;

    private final KitContext kit;
    private final AccountUnderTest account;
    private final @Nullable AdminApi adminApi;
    private final PreflightCheck preflight;
    private final StubProfile profile = new StubProfile();

    private ServiceProfiler(
            KitContext kit, AccountUnderTest account, @Nullable AdminApi adminApi, RateLimitRetry.Sleeper sleeper) {
        this.kit = kit;
        this.account = account;
        this.adminApi = adminApi;
        preflight = new PreflightCheck(kit.settings(), sleeper);
    }

    /** Observes a service, and destroys what it created. */
    static StubProfile run(Settings settings, RateLimitRetry.Sleeper sleeper) {
        KitContext kit = new KitContext(settings, (response, faulty) -> {}, sleeper);
        if (!settings.admin()) {
            AccountUnderTest account = new AccountUnderTest(settings.key());
            return new ServiceProfiler(kit, account, null, sleeper).observe();
        }
        AccountUnderTest account = AdminApi.openAsIs(kit, Map.of());
        AdminApi adminApi = new AdminApi(kit, account);
        try {
            return new ServiceProfiler(kit, account, adminApi, sleeper).observe();
        } finally {
            adminApi.close();
        }
    }

    private StubProfile observe() {
        List<Runnable> observations = List.of(
                this::credentials,
                this::protocol,
                this::media,
                this::pages,
                this::missingThings,
                this::unknownThings,
                this::creation,
                this::lists,
                this::accounts);
        // None in runs that cost nothing.
        List<String> before = preflight.instances();
        try {
            observations.forEach(this::attempt);
            if (mayRun()) {
                attempt(this::runningInstance);
            }
        } finally {
            if (adminApi == null) {
                destroyInstances(before);
            }
        }
        return profile;
    }

    /** A successful destroy response does not prove that the instance is gone, so the list is compared with the one before the run. */
    private void destroyInstances(List<String> before) {
        try {
            new Cleanup(kit, new ServiceClient(kit, account)).run();
            List<String> left = new ArrayList<>(preflight.instances());
            left.removeAll(before);
            left.forEach(instance -> profile.note("LEFT OVER: instance " + instance + " is new and still listed"));
        } catch (ContractViolationError | UnreachableException left) {
            profile.note("LEFT OVER: " + kit.secrets().mask(String.valueOf(left.getMessage())));
        }
    }

    private void attempt(Runnable observation) {
        try {
            observation.run();
        } catch (ContractViolationError | TestAbortedException unobserved) {
            // The profile lists the assumptions that were not observed.
        }
    }

    /** Whether an instance may run for minutes. An instance is never kept for an hour. */
    private boolean mayRun() {
        if (adminApi != null) {
            return true;
        }
        BigDecimal allowed = kit.settings().allowCost();
        return allowed != null
                && gpu().map(gpu -> gpu.at("/price/hour"))
                        .filter(JsonNode::isNumber)
                        .filter(price -> price.decimalValue().compareTo(allowed) <= 0)
                        .isPresent();
    }

    // Errors.

    private void credentials() {
        ServiceResponse response = send(call("listGpus", RequestMembers.of())
                .withoutHeader("Authorization")
                .key(NOTHING));
        rejected(Assumption.UNAUTHORIZED_CODE, response);
        if (response.status() == 401) {
            profile.set(Assumption.CHALLENGE_HEADER, response.headers().containsKey("www-authenticate"));
        }
    }

    private void protocol() {
        rejected(
                Assumption.NOT_FOUND_CODE,
                send(call("listGpus", RequestMembers.of()).target("/" + NOTHING)));
        rejected(
                Assumption.METHOD_NOT_ALLOWED_CODE,
                send(call("destroyInstance", RequestMembers.of("instance_uuid", NOTHING))
                        .method("GET")));
        rejected(
                Assumption.NOT_ACCEPTABLE_CODE,
                send(call("listGpus", RequestMembers.of()).header("Accept", "text/html")));
        badParameter(Assumption.PARAMETER_ERROR_CODE, send(call("listCards", RequestMembers.of("page", 0))));
    }

    private void media() {
        Call destroy = call("destroyInstance", RequestMembers.of("instance_uuid", NOTHING));
        rejected(
                Assumption.UNSUPPORTED_MEDIA_TYPE_CODE,
                send(destroy.withoutHeader("Content-Type").header("Content-Type", "text/plain")));
        String large = "{\"instance_uuid\":\"" + "x".repeat(100_000) + "\"}";
        rejected(Assumption.BODY_TOO_LARGE_CODE, send(destroy.body(large)));
    }

    private void missingThings() {
        ServiceResponse destroyed = send("destroyInstance", "instance_uuid", NOTHING);
        if (isRejected(destroyed) && destroyed.at("/code").asInt(0) == -1) {
            profile.set(Assumption.REFUSAL_STATUS, destroyed.status());
        }
        text("instance-not-destroyable", destroyed);
        text(
                "instance-unsuitable",
                send("setShutdownTimer", "instance_uuid", NOTHING, "shutdown_time", 60, "enable", true));
        text("image-not-deletable", send("deletePrivateImage", "image_uuid", NOTHING));
        text("instance-unknown", send("updateInstanceTitle", "instance_uuid", NOTHING, "title", "t"));
        ServiceResponse renamed = send("updateInstanceTitle", "instance_uuid", NOTHING, "title", "x".repeat(51));
        if (isRejected(renamed) && renamed.at("/code").asInt(0) == 1) {
            profile.set(Assumption.RENAME_ERROR_STATUS, renamed.status());
        }
        rejected(Assumption.START_REFUSED_CODE, send("startInstance", "instance_uuid", NOTHING));
        rejected(Assumption.RESTART_REFUSED_CODE, send("restartInstance", "instance_uuid", NOTHING));
    }

    private void unknownThings() {
        rejected(Assumption.UNKNOWN_POD_CODE, create(RequestMembers.of("pod_uuid", NOTHING)));
        rejected(Assumption.UNKNOWN_POD_TAG_CODE, create(RequestMembers.of("pod_tag", NOTHING)));
        rejected(Assumption.UNKNOWN_GPU_CODE, create(RequestMembers.of("gpu_uuid", NOTHING)));
        rejected(Assumption.UNKNOWN_IMAGE_CODE, createFrom(NOTHING));
    }

    // Lists.

    private void pages() {
        AccountUnderTest rich = account;
        if (adminApi != null) {
            Map<String, Object> recharge = RequestMembers.of("amount", 10, "trade_offset", "-P3D");
            rich = adminApi.openSession("recharges", Collections.nCopies(MANY, recharge))
                    .service()
                    .account();
        }
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put("listRecharges", "recharge_list");
        lists.put("listBills", "order_list");
        lists.put("listCards", "card_list");
        lists.put("listMarketImages", "image_list");
        lists.put("listPods", "pod_list");
        for (Map.Entry<String, String> list : lists.entrySet()) {
            ServiceResponse page = kit.send(prepare(rich, list.getKey(), RequestMembers.of()), rich);
            int shown = page.list("/data/" + list.getValue()).size();
            if (shown > 0 && shown < page.at("/data/total").asInt(0)) {
                profile.set(Assumption.PAGING_DEFAULTS, shown);
            }
        }
        int largest = 999_999_999;
        int used = send("listMarketImages", "page_size", largest)
                .at("/data/page_size")
                .asInt(0);
        if (used >= 1 && used <= 100_000) {
            profile.set(Assumption.MAX_PAGE_SIZE, used);
        }
    }

    private void lists() {
        if (adminApi == null) {
            return;
        }
        // More instances than fit on a page, if the list has pages.
        int pageSize = profile.observed(Assumption.PAGING_DEFAULTS)
                .map(Integer::valueOf)
                .orElse(0);
        for (int instance = 0; instance <= pageSize; instance++) {
            create(RequestMembers.of());
        }
        ServiceResponse all = send("listInstances");
        ServiceResponse second =
                send(call("listInstances", RequestMembers.of()).target("/instance/list?page=2&page_size=1"));
        int listed = all.list("/data/instance_list").size();
        if (pageSize > 0 && listed == pageSize + 1) {
            profile.set(Assumption.INSTANCE_LIST_PAGING, "none");
        } else if (second.list("/data/instance_list").size() == 1 && listed == pageSize && pageSize > 0) {
            boolean last = send(call("listInstances", RequestMembers.of())
                            .target("/instance/list?page=999999&page_size=1"))
                    .list("/data/instance_list")
                    .isEmpty();
            profile.set(Assumption.INSTANCE_LIST_PAGING, last ? "pages" : "first-page");
        } else if (listed == pageSize && pageSize > 0) {
            profile.set(Assumption.INSTANCE_LIST_PAGING, "first-page");
        }
        account.instances().forEach(this::destroy);
    }

    /** Instances that are not destroyed here are destroyed at the end. */
    private void destroy(String uuid) {
        if (send("destroyInstance", "instance_uuid", uuid).isSuccess()) {
            account.gone(uuid);
        }
    }

    // Instances.

    private void creation() {
        JsonNode created = create(RequestMembers.of()).json().path("data");
        String uuid = created.path("instance_uuid").asString("");
        if (uuid.isEmpty()) {
            return;
        }
        String title = created.path("title").asString(NOTHING);
        if (title.isEmpty()) {
            profile.set(Assumption.INSTANCE_TITLE, "empty");
        } else if (title.equals(pod().map(pod -> pod.path("title").asString("")).orElse(""))) {
            profile.set(Assumption.INSTANCE_TITLE, "image-name");
        }
        if (created.path("charging_type").isInt()) {
            profile.set(Assumption.CHARGING_TYPE, created.path("charging_type").intValue());
        }
        JsonNode timer = created.path("shutdown_regular");
        if (timer.isMissingNode() || timer.isNull()) {
            profile.set(Assumption.TIMER_OFF_FORM, "absent");
        } else if (timer.path("shutdown_time").asLong(-1) == 0
                && !timer.path("enable").asBoolean(true)) {
            profile.set(Assumption.TIMER_OFF_FORM, "disabled");
        }
        JsonNode listed = listed(uuid);
        if (listed.isObject()) {
            boolean documented = !listed.has("gpu_uuid") && created.has("gpu_uuid");
            profile.set(Assumption.INSTANCE_LIST_MEMBERS, documented ? "documented" : "all");
        }
        JsonNode addresses = created.path("server_url");
        if (addresses.isNull()) {
            profile.set(Assumption.SERVER_URL_FORM, "null");
        } else if (addresses.isArray() && addresses.isEmpty()) {
            profile.set(Assumption.SERVER_URL_FORM, "empty-list");
        } else if (addresses.isBoolean()) {
            profile.set(Assumption.SERVER_URL_FORM, "false");
        }
        destroy(uuid);
    }

    private void accounts() {
        if (adminApi == null) {
            return;
        }
        AccountUnderTest poor =
                adminApi.openSession("recharges", List.of()).service().account();
        rejected(
                Assumption.INSUFFICIENT_FUNDS_CODE,
                kit.send(prepare(poor, "createInstanceByPod", order(RequestMembers.of())), poor));
        String gpu = gpu().map(model -> model.path("gpu_uuid").asString("")).orElse("");
        TestSession soldOut = adminApi.openSession();
        soldOut.adminApi().call("setGpuStock", "gpu_uuid", gpu, "stock", 0);
        AccountUnderTest empty = soldOut.service().account();
        rejected(
                Assumption.NO_CAPACITY_CODE,
                kit.send(prepare(empty, "createInstanceByPod", order(RequestMembers.of())), empty));
        TestSession reader = adminApi.openSession();
        reader.adminApi().call("setKey", "api_key", reader.adminApi().key(), "permission", "read_only");
        AccountUnderTest readOnly = reader.service().account();
        Call destroy = prepare(readOnly, "destroyInstance", RequestMembers.of("instance_uuid", NOTHING));
        rejected(Assumption.FORBIDDEN_CODE, kit.send(destroy, readOnly));
    }

    private void runningInstance() {
        InstanceObservation instance = new InstanceObservation(this, profile);
        instance.observe();
    }

    // The client of the observations. InstanceObservation uses it too.

    boolean hasAdminApi() {
        return adminApi != null;
    }

    long now() {
        return adminApi == null ? InstantSource.system().instant().getEpochSecond() : adminApi.now();
    }

    /** Waits, or advances the clock of the stub. Returns false if the thread was interrupted while it waited. */
    boolean pass(long seconds) {
        if (adminApi == null) {
            return kit.rateLimitRetry().pause(Duration.ofSeconds(seconds));
        }
        adminApi.advance(seconds);
        return true;
    }

    ServiceResponse create(Map<String, Object> instead) {
        return send(call("createInstanceByPod", order(instead)));
    }

    ServiceResponse createFrom(String image) {
        Map<String, Object> members = order(RequestMembers.of());
        members.remove("pod_uuid");
        members.put("image_uuid", image);
        return send(call("createInstanceByImage", members));
    }

    ServiceResponse send(String operation, Object... namesAndValues) {
        return send(call(operation, RequestMembers.of(namesAndValues)));
    }

    JsonNode listed(String uuid) {
        return send("listInstances")
                .json()
                .path("data")
                .path("instance_list")
                .valueStream()
                .filter(record -> record.path("instance_uuid").asString("").equals(uuid))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** Records HTTP status, code and text of an error. Success and an error in another form are no observation. */
    void rejected(Assumption assumption, ServiceResponse response) {
        if (isRejected(response)) {
            profile.set(
                    assumption, response.status() + "/" + response.at("/code").intValue());
            text(situation(assumption), response);
        }
    }

    /** The same for a parameter error. Its text names the parameter, except in the alternative form. */
    void badParameter(Assumption assumption, ServiceResponse response) {
        if (isRejected(response)) {
            profile.set(
                    assumption, response.status() + "/" + response.at("/code").intValue());
            if (response.at("/message").isString()) {
                text(situation(assumption), response);
            }
        }
    }

    private static String situation(Assumption assumption) {
        return assumption.id().replaceFirst("-code$", "");
    }

    private void text(String situation, ServiceResponse response) {
        JsonNode text = response.at("/msg").isString() ? response.at("/msg") : response.at("/message");
        if (isRejected(response) && text.isString()) {
            profile.setText(situation, text.stringValue());
        }
    }

    private static boolean isRejected(ServiceResponse response) {
        return response.status() >= 200
                && response.at("/code").isInt()
                && response.at("/code").intValue() != 0;
    }

    private ServiceResponse send(Call call) {
        return kit.send(call, account);
    }

    private Call call(String operation, Map<String, Object> members) {
        return prepare(account, operation, members);
    }

    private static Call prepare(AccountUnderTest caller, String operation, Map<String, Object> members) {
        Call call = RequestMembers.call(ApiDocuments.PUBLIC_API, operation, members);
        return call.operation().isPublic() ? call : call.key(caller.key());
    }

    private Map<String, Object> order(Map<String, Object> instead) {
        Map<String, Object> order = RequestMembers.of(
                "pod_uuid", pod().map(pod -> pod.path("uuid").asString("")).orElse(""),
                "gpu_uuid", gpu().map(gpu -> gpu.path("gpu_uuid").asString("")).orElse(""),
                "gpu_nums", 1);
        order.putAll(instead);
        return order;
    }

    private Optional<JsonNode> pod() {
        return send("listPods").list("/data/pod_list").stream().findFirst();
    }

    private Optional<JsonNode> gpu() {
        return send("listGpus").list("/data/gpu_list").stream()
                .filter(gpu -> gpu.path("status").asInt(1) == 1)
                .filter(gpu -> gpu.at("/price/hour").isNumber())
                .min((one, other) -> one.at("/price/hour")
                        .decimalValue()
                        .compareTo(other.at("/price/hour").decimalValue()));
    }
}
