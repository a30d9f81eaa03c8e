package io.gpucloud.contract.kit;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Derives settings of the stub from responses of a service, whatever program has sent the requests. */
final class TrafficObservations {

    private static final int CREATED = 1;
    private static final int RUNNING = 2;
    private static final int SHUT_DOWN = 22;
    private static final int UPLOADING = 1;
    private static final Pattern PAGE_SIZE = Pattern.compile("[?&]page_size=([0-9]{1,9})\\b");

    /** The assumption about an error, by the HTTP status, or by a code with the same number. */
    private static final Map<Integer, String> ERRORS = Map.of(
            401, "unauthorized-code",
            403, "forbidden-code",
            408, "request-timeout-code",
            413, "body-too-large-code",
            415, "unsupported-media-type-code",
            429, "rate-limit-code",
            500, "system-error-code");

    private final StubProfile profile;
    private final Map<String, JsonNode> pods = new HashMap<>();
    private final Map<String, JsonNode> created = new HashMap<>();
    private final Set<String> started = new HashSet<>();
    private final Map<String, Instant> booting = new HashMap<>();
    private final Map<String, Instant> saved = new HashMap<>();
    private final Map<String, Instant> uploading = new HashMap<>();
    private Instant latestSave = Instant.EPOCH;

    TrafficObservations(StubProfile profile) {
        this.profile = profile;
    }

    /** Observes a response, and when its request was sent. */
    void observe(ServiceResponse response, Instant begun) {
        if (response.isSuccess()) {
            success(response, begun);
        } else if (response.hasErrorCode()) {
            error(response.call().operation().id(), response);
        }
    }

    /** Observes a successful response, and when its request was sent. */
    void success(ServiceResponse response, Instant begun) {
        Call call = response.call();
        JsonNode sent = ServiceResponse.json(String.valueOf(call.body()));
        String operation = call.operation().id();
        if (!ApiDocuments.PUBLIC_API.hasOperation(operation)) {
            profile.setObserved();
        }
        JsonNode data = response.at("/data");
        switch (operation) {
            case "listPods" ->
                response.list("/data/pod_list")
                        .forEach(pod -> pods.put(pod.path("uuid").asString(""), pod));
            case "createInstanceByPod", "createInstanceByImage" -> {
                created(data, pods.get(sent.path("pod_uuid").asString("")));
                if (data.path("status").asInt(0) == CREATED) {
                    created.put(InstanceList.uuid(data), data);
                    booting.put(InstanceList.uuid(data), begun);
                }
            }
            case "startInstance" -> {
                started.add(InstanceList.uuid(sent));
                booting.replace(InstanceList.uuid(sent), begun);
            }
            case "saveInstanceImage" -> {
                saved.put(InstanceList.uuid(sent), begun);
                latestSave = begun;
            }
            case "listInstances" -> response.list(InstanceList.LIST).forEach(instance -> listed(instance, begun));
            case "getInstance" -> status(data, begun);
            case "listPrivateImages" -> response.list("/data/image_list").forEach(image -> upload(image, begun));
            default -> {}
        }
        if (ApiDocuments.PAGED_LISTS.containsKey(operation)) {
            page(call, response, ApiDocuments.PAGED_LISTS.get(operation));
        }
    }

    private void created(JsonNode instance, @Nullable JsonNode pod) {
        String title = instance.path("title").stringValue("none");
        if (title.isEmpty()) {
            profile.set("instance-title", "empty");
        } else if (pod != null && title.equals(pod.path("title").asString(""))) {
            profile.set("instance-title", "image-name");
        }
        if (instance.path("charging_type").isInt()) {
            profile.set("charging-type", instance.path("charging_type").intValue());
        }
        JsonNode timer = instance.path("shutdown_regular");
        if (timer.isMissingNode() || timer.isNull()) {
            profile.set("timer-off-form", "absent");
        } else if (timer.path("shutdown_time").asLong(-1) == 0
                && !timer.path("enable").asBoolean(true)) {
            profile.set("timer-off-form", "disabled");
        }
        switch (instance.path("server_url").toString()) {
            case "null" -> profile.set("server-url-form", "null");
            case "[]" -> profile.set("server-url-form", "empty-list");
            case "false" -> profile.set("server-url-form", "false");
            case "0" -> profile.set("server-url-form", "zero");
            default -> {}
        }
    }

    private void listed(JsonNode instance, Instant now) {
        JsonNode creation = created.get(InstanceList.uuid(instance));
        if (creation != null) {
            boolean documented = !instance.has("gpu_uuid") && creation.has("gpu_uuid");
            profile.set("instance-list-members", documented ? "documented" : "all");
            if (instance.path("status").asInt(0) == RUNNING) {
                addresses(creation.path("server_url"), instance.path("server_url"));
            }
        }
        status(instance, now);
    }

    /** A form that shows only once the instance has addresses. */
    private void addresses(JsonNode before, JsonNode running) {
        if (!running.stringValue("").isEmpty()) {
            profile.set("server-url-form", "string");
        } else if (before.isString()) {
            profile.set("server-url-form", "empty-string");
        } else if (before.isMissingNode()) {
            profile.set("server-url-form", "absent-then-empty");
        }
    }

    private void status(JsonNode instance, Instant now) {
        String uuid = InstanceList.uuid(instance);
        int status = instance.path("status").asInt(0);
        if (status == RUNNING && booting.containsKey(uuid)) {
            profile.set("start-mode", started.contains(uuid) ? "explicit" : "automatic");
            profile.set("boot-time", seconds(booting.remove(uuid), now));
        } else if (status == SHUT_DOWN && saved.containsKey(uuid)) {
            profile.set("shutdown-duration", seconds(saved.remove(uuid), now));
        }
    }

    private void upload(JsonNode image, Instant now) {
        String uuid = image.path("uuid").asString("");
        int status = image.path("save_image_status").asInt(0);
        if (status == UPLOADING) {
            uploading.putIfAbsent(uuid, latestSave);
        } else if (uploading.containsKey(uuid)) {
            profile.set("image-upload-time", seconds(uploading.remove(uuid), now));
        }
    }

    private static String seconds(Instant begun, Instant now) {
        return Duration.between(begun, now).toSeconds() + "s";
    }

    private void page(Call call, ServiceResponse response, String member) {
        int shown = response.list("/data/" + member).size();
        Matcher wanted = PAGE_SIZE.matcher(call.target());
        int used = response.at("/data/page_size").asInt(0);
        boolean isPart = shown > 0 && shown < response.at("/data/total").asInt(0);
        if (isPart && !call.target().contains("page")) {
            profile.set("paging-defaults", shown);
        } else if (wanted.find() && used > 0 && used < Integer.parseInt(wanted.group(1))) {
            profile.set("max-page-size", used);
        }
    }

    private void error(String operation, ServiceResponse response) {
        int code = response.at("/code").intValue();
        String assumption = ERRORS.getOrDefault(response.status(), ERRORS.getOrDefault(code, ""));
        if (response.status() == 400 && response.at("/data/error").isString()) {
            profile.setError("parameter-error-code", response);
        } else if (!assumption.isEmpty()) {
            profile.setError(assumption, response);
        } else if (code == 2) {
            profile.setError("unauthorized-code", response);
        } else if (code == 1 && operation.equals("updateInstanceTitle")) {
            profile.setError("rename-error-status", response);
        } else if (code == -1 && Set.of("destroyInstance", "deletePrivateImage").contains(operation)) {
            profile.setError("", response);
        }
        if (response.status() == 429) {
            profile.set("retry-after", response.hasHeader("retry-after"));
        }
    }
}
