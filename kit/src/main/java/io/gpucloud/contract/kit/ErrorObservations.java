package io.gpucloud.contract.kit;

import java.util.Map;
import tools.jackson.databind.node.NullNode;

/** Observes the HTTP status, code and text of errors. */
record ErrorObservations(TestSession session, ServiceClient service, StubProfile profile) {

    private static final String NOTHING = "no-such-thing";

    void credentials() {
        ServiceResponse response = service.send(service.prepare("listGpus", Map.of())
                .withoutHeader("Authorization")
                .key(NOTHING));
        profile.setError("unauthorized-code", response);
        if (response.status() == 401) {
            profile.set("challenge-header", response.headers().containsKey("www-authenticate"));
        }
    }

    void protocol() {
        Call list = service.prepare("listGpus", Map.of());
        profile.setError("not-found-code", service.send(list.target("/" + NOTHING)));
        profile.setError("method-not-allowed-code", service.send(destruction().method("GET")));
        profile.setError("not-acceptable-code", service.send(list.header("Accept", "text/html")));
        profile.setParameterError("parameter-error-code", service.call("listCards", "page", 0));
    }

    void media() {
        Call text = destruction().withoutHeader("Content-Type").header("Content-Type", "text/plain");
        profile.setError("unsupported-media-type-code", service.send(text));
        String large = "{\"instance_uuid\":\"" + "x".repeat(100_000) + "\"}";
        profile.setError("body-too-large-code", service.send(destruction().body(large)));
    }

    private Call destruction() {
        return service.prepare("destroyInstance", Map.of("instance_uuid", NOTHING));
    }

    /** Requests about an instance or an image that does not exist. */
    void missingThings() {
        ServiceResponse destroyed = service.send(destruction());
        if (destroyed.at("/code").asInt(0) == -1) {
            profile.set("refusal-status", destroyed.status());
        }
        profile.setText("instance-not-destroyable", destroyed);
        profile.setText(
                "instance-unsuitable",
                service.call("setShutdownTimer", "instance_uuid", NOTHING, "shutdown_time", 60, "enable", true));
        profile.setText("image-not-deletable", service.call("deletePrivateImage", "image_uuid", NOTHING));
        profile.setText(
                "instance-unknown", service.call("updateInstanceTitle", "instance_uuid", NOTHING, "title", "t"));
        ServiceResponse renamed =
                service.call("updateInstanceTitle", "instance_uuid", NOTHING, "title", "x".repeat(51));
        if (renamed.at("/code").asInt(0) == 1) {
            profile.set("rename-error-status", renamed.status());
        }
        profile.setError("start-refused-code", service.call("startInstance", "instance_uuid", NOTHING));
        profile.setError("restart-refused-code", service.call("restartInstance", "instance_uuid", NOTHING));
    }

    /** Create requests that name something that does not exist. */
    void unknownThings() {
        ServiceResponse unknownPod = session.instances().create(Map.of("pod_uuid", NOTHING));
        profile.setError("unknown-pod-code", unknownPod);
        ServiceResponse withNull =
                session.instances().create(Map.of("pod_uuid", NOTHING, "pod_tag", NullNode.getInstance()));
        boolean absent =
                withNull.status() == unknownPod.status() && withNull.at("/code").equals(unknownPod.at("/code"));
        profile.set("null-members", absent ? "absent" : "rejected");
        profile.setError("unknown-pod-tag-code", session.instances().create(Map.of("pod_tag", NOTHING)));
        profile.setError("unknown-gpu-code", session.instances().create(Map.of("gpu_uuid", NOTHING)));
        profile.setError("unknown-image-code", session.instances().createFrom(NOTHING));
    }
}
