package io.gpucloud.contract.kit;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.NullNode;

/** Observes the HTTP status, code and text of errors. */
final class ErrorObservations {

    private static final String NOTHING = "no-such-thing";

    private final ProfiledService service;
    private final StubProfile profile;

    ErrorObservations(ProfiledService service, StubProfile profile) {
        this.service = service;
        this.profile = profile;
    }

    void credentials() {
        ServiceResponse response = service.send(service.call("listGpus", Map.of())
                .withoutHeader("Authorization")
                .key(NOTHING));
        profile.setError(Assumption.UNAUTHORIZED_CODE, response);
        if (response.status() == 401) {
            profile.set(Assumption.CHALLENGE_HEADER, response.headers().containsKey("www-authenticate"));
        }
    }

    void protocol() {
        Call list = service.call("listGpus", Map.of());
        profile.setError(Assumption.NOT_FOUND_CODE, service.send(list.target("/" + NOTHING)));
        profile.setError(
                Assumption.METHOD_NOT_ALLOWED_CODE, service.send(destruction().method("GET")));
        profile.setError(Assumption.NOT_ACCEPTABLE_CODE, service.send(list.header("Accept", "text/html")));
        profile.setParameterError(Assumption.PARAMETER_ERROR_CODE, service.send("listCards", "page", 0));
    }

    void media() {
        Call text = destruction().withoutHeader("Content-Type").header("Content-Type", "text/plain");
        profile.setError(Assumption.UNSUPPORTED_MEDIA_TYPE_CODE, service.send(text));
        String large = "{\"instance_uuid\":\"" + "x".repeat(100_000) + "\"}";
        profile.setError(
                Assumption.BODY_TOO_LARGE_CODE, service.send(destruction().body(large)));
    }

    private Call destruction() {
        return service.call("destroyInstance", Map.of("instance_uuid", NOTHING));
    }

    /** Requests about an instance or an image that does not exist. */
    void missingThings() {
        ServiceResponse destroyed = service.send(destruction());
        if (destroyed.hasErrorCode(-1)) {
            profile.set(Assumption.REFUSAL_STATUS, destroyed.status());
        }
        profile.setText("instance-not-destroyable", destroyed);
        profile.setText("instance-unsuitable", ofInstance("setShutdownTimer", "shutdown_time", 60, "enable", true));
        profile.setText("image-not-deletable", service.send("deletePrivateImage", "image_uuid", NOTHING));
        profile.setText("instance-unknown", ofInstance("updateInstanceTitle", "title", "t"));
        ServiceResponse renamed = ofInstance("updateInstanceTitle", "title", "x".repeat(51));
        if (renamed.hasErrorCode(1)) {
            profile.set(Assumption.RENAME_ERROR_STATUS, renamed.status());
        }
        profile.setError(Assumption.START_REFUSED_CODE, ofInstance("startInstance"));
        profile.setError(Assumption.RESTART_REFUSED_CODE, ofInstance("restartInstance"));
    }

    private ServiceResponse ofInstance(String operation, Object... namesAndValues) {
        Map<String, Object> members = RequestMembers.of("instance_uuid", NOTHING);
        members.putAll(RequestMembers.of(namesAndValues));
        return service.send(service.call(operation, members));
    }

    /** Create requests that name something that does not exist. */
    void unknownThings() {
        ServiceResponse unknownPod = service.create(Map.of("pod_uuid", NOTHING));
        profile.setError(Assumption.UNKNOWN_POD_CODE, unknownPod);
        ServiceResponse withNull = service.create(Map.of("pod_uuid", NOTHING, "pod_tag", NullNode.getInstance()));
        boolean absent =
                withNull.status() == unknownPod.status() && withNull.at("/code").equals(unknownPod.at("/code"));
        profile.set(Assumption.NULL_MEMBERS, absent ? "absent" : "rejected");
        profile.setError(Assumption.UNKNOWN_POD_TAG_CODE, service.create(Map.of("pod_tag", NOTHING)));
        profile.setError(Assumption.UNKNOWN_GPU_CODE, service.create(Map.of("gpu_uuid", NOTHING)));
        profile.setError(Assumption.UNKNOWN_IMAGE_CODE, service.createFrom(NOTHING));
    }

    /** Accounts in which a request is rejected. Only {@code /__admin} can create them. */
    void accounts() {
        if (!service.hasAdminApi()) {
            return;
        }
        TestSession poor = service.adminApi().openSession("recharges", List.of());
        profile.setError(Assumption.INSUFFICIENT_FUNDS_CODE, createAs(poor));
        String gpu =
                service.gpu().map(model -> model.path("gpu_uuid").asString("")).orElse("");
        TestSession soldOut = service.adminApi().openSession();
        soldOut.adminApi().call("setGpuStock", "gpu_uuid", gpu, "stock", 0);
        profile.setError(Assumption.NO_CAPACITY_CODE, createAs(soldOut));
        TestSession reader = service.adminApi().openSession();
        reader.adminApi().call("setKey", "api_key", reader.adminApi().key(), "permission", "read_only");
        profile.setError(
                Assumption.FORBIDDEN_CODE,
                service.sendAs(reader.service().account(), "destroyInstance", Map.of("instance_uuid", NOTHING)));
    }

    private ServiceResponse createAs(TestSession session) {
        return service.sendAs(session.service().account(), "createInstanceByPod", service.creation(Map.of()));
    }
}
