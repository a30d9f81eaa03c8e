package io.gpucloud.contract.kit;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Observes the response to a create request, and the new instance in the list. */
record CreationObservation(TestSession session, ServiceClient service, StubProfile profile) {

    private static final String NO_TITLE = "no title";

    void observe() {
        JsonNode created = session.instances().create(Map.of()).json().path("data");
        String instance = created.path("instance_uuid").asString("");
        if (instance.isEmpty()) {
            return;
        }
        ofResponse(created, profile);
        if (created.path("title")
                .asString(NO_TITLE)
                .equals(session.instances().pod().path("title").asString(""))) {
            profile.set("instance-title", "image-name");
        }
        listMembers(created, session.instances().listed(instance));
        service.destroy(instance);
    }

    /** The observations that need only the response to a create request. */
    static void ofResponse(JsonNode created, StubProfile profile) {
        if (created.path("title").asString(NO_TITLE).isEmpty()) {
            profile.set("instance-title", "empty");
        }
        if (created.path("charging_type").isInt()) {
            profile.set("charging-type", created.path("charging_type").intValue());
        }
        timerOff(created.path("shutdown_regular"), profile);
        emptyServerUrl(created.path("server_url"), profile);
    }

    private static void timerOff(JsonNode timer, StubProfile profile) {
        if (timer.isMissingNode() || timer.isNull()) {
            profile.set("timer-off-form", "absent");
        } else if (timer.path("shutdown_time").asLong(-1) == 0
                && !timer.path("enable").asBoolean(true)) {
            profile.set("timer-off-form", "disabled");
        }
    }

    private void listMembers(JsonNode created, JsonNode listed) {
        if (listed.isObject()) {
            boolean documented = !listed.has("gpu_uuid") && created.has("gpu_uuid");
            profile.set("instance-list-members", documented ? "documented" : "all");
        }
    }

    private static void emptyServerUrl(JsonNode addresses, StubProfile profile) {
        if (addresses.isNull()) {
            profile.set("server-url-form", "null");
        } else if (addresses.isArray() && addresses.isEmpty()) {
            profile.set("server-url-form", "empty-list");
        } else if (addresses.isBoolean()) {
            profile.set("server-url-form", "false");
        }
    }
}
