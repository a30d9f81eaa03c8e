package io.gpucloud.contract.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/** Observes one instance from its creation to its end: its start, its timer, its save, and the duration of each. */
final class InstanceObservation {

    private static final int CREATED = 1;
    private static final int RUNNING = 2;
    private static final int SHUT_DOWN = 22;
    /** The longest wait for a change of the status, in seconds. */
    private static final long PATIENCE = 600;
    /** The tolerated difference between the clocks of the service and of this machine, in seconds. */
    private static final long TOLERANCE = 120;

    private static final String FIELD = "shutdown_time";
    private static final String IMAGES = "/data/image_list";

    private final KitContext kit;
    private final TestSession session;
    private final ServiceClient service;
    private final StubProfile profile;
    private final String imageName;
    private String uuid = "";

    InstanceObservation(KitContext kit, TestSession session, StubProfile profile) {
        this.kit = kit;
        this.session = session;
        this.service = session.service();
        this.profile = profile;
        // A unique name, so that no other image is deleted.
        this.imageName = "gpu-cloud-contract-kit " + now();
    }

    void observe() {
        JsonNode created = session.instances().create(Map.of()).json().path("data");
        uuid = created.path("instance_uuid").asString("");
        if (uuid.isEmpty() || !start()) {
            return;
        }
        JsonNode addresses = record().path("server_url");
        if (addresses.isString()) {
            profile.set("server-url-form", "string");
        } else if (created.path("server_url").isString()) {
            profile.set("server-url-form", "empty-string");
        }
        timer();
        save(created);
    }

    private boolean start() {
        OptionalLong boot = await(() -> status() == RUNNING);
        boolean explicit = boot.isEmpty()
                && status() == CREATED
                && service.call("startInstance", uuid).isSuccess();
        if (explicit) {
            boot = await(() -> status() == RUNNING);
        }
        boot.ifPresent(seconds -> {
            profile.set("start-mode", explicit ? "explicit" : "automatic");
            profile.set("boot-time", seconds + "s");
        });
        return boot.isPresent();
    }

    private void timer() {
        profile.setError("timer-lead-time-code", setTimer(4, true));
        boolean minutes = setTimer(60, true).isSuccess() && isInAnHour();
        boolean seconds = setTimer(now() + AdminApi.HOUR, true).isSuccess() && isInAnHour();
        if (minutes || seconds) {
            profile.set("timer-unit", minutes && seconds ? "either" : minutes ? "minutes" : "epoch-seconds");
            setTimer(0, false);
            long inAnHour = seconds ? now() + AdminApi.HOUR : 60;
            ServiceResponse omitted = service.call("setShutdownTimer", Map.of("instance_uuid", uuid, FIELD, inAnHour));
            boolean enabled = isInAnHour();
            // Stops the instance even if the kit is killed.
            setTimer(inAnHour, true);
            profile.set("timer-enable-omitted", !omitted.isSuccess() ? "rejected" : enabled ? "enables" : "cancels");
        }
    }

    private ServiceResponse setTimer(long time, boolean enable) {
        return service.call("setShutdownTimer", Map.of("instance_uuid", uuid, FIELD, time, "enable", enable));
    }

    private boolean isInAnHour() {
        JsonNode timer = record().path("shutdown_regular");
        long difference = timer.path(FIELD).asLong(0) - now() - AdminApi.HOUR;
        return timer.path("enable").asBoolean(false) && Math.abs(difference) <= TOLERANCE;
    }

    private void save(JsonNode created) {
        List<String> before = images();
        Map<String, Object> save = Map.of("instance_uuid", uuid, "image_name", imageName, "remark", "of the kit");
        if (!service.call("saveInstanceImage", save).isSuccess()) {
            return;
        }
        List<String> saved = new ArrayList<>(images());
        saved.removeAll(before);
        if (saved.size() == 1) {
            ofUpload(saved.get(0));
        }
        OptionalLong shutdown = await(() -> status() == SHUT_DOWN);
        shutdown.ifPresent(seconds -> profile.set("shutdown-duration", seconds + "s"));
        if (shutdown.isPresent()) {
            if (created.path("server_url").isMissingNode()) {
                profile.set("server-url-form", "absent-then-empty");
            }
            profile.setError("timer-cancel-refused-code", setTimer(0, false));
        }
        OptionalLong rest = await(() -> saved.stream().noneMatch(image -> uploadStatus(image) == 1));
        if (shutdown.isPresent() && rest.isPresent()) {
            profile.set("image-upload-time", (shutdown.getAsLong() + rest.getAsLong()) + "s");
        }
        saved.forEach(this::delete);
    }

    private void ofUpload(String image) {
        profile.set("save-image-members", isNamed(image) ? "accepted" : "ignored");
        if (uploadStatus(image) == 1) {
            profile.setError("image-not-ready-code", session.instances().createFrom(image));
        }
    }

    /** Deletes an image that has the name of the kit. Any other new image may belong to another program. */
    private void delete(String image) {
        boolean deleted = isNamed(image)
                && service.call("deletePrivateImage", Map.of("image_uuid", image))
                        .isSuccess();
        if (!deleted) {
            profile.note("LEFT OVER: private image " + image + " was probably saved by the kit and was not deleted");
        }
    }

    private boolean isNamed(String image) {
        return listed(image).path("title").asString("").equals(imageName);
    }

    private int uploadStatus(String image) {
        return listed(image).path("save_image_status").asInt(0);
    }

    private JsonNode listed(String image) {
        return service.call("listPrivateImages").find(IMAGES, "uuid", image);
    }

    private List<String> images() {
        return service.call("listPrivateImages").list(IMAGES).stream()
                .map(image -> image.path("uuid").asString(""))
                .toList();
    }

    private JsonNode record() {
        return InstanceList.find(service.call("listInstances"), uuid);
    }

    private int status() {
        return record().path("status").asInt(0);
    }

    private long now() {
        return kit.sleeper().now().getEpochSecond();
    }

    /**
     * Waits until a condition holds. Returns the duration in seconds, empty if it took too long. A duration below 30 s
     * is exact; a longer one is up to 4 % too long, because the pauses grow.
     */
    private OptionalLong await(BooleanSupplier condition) {
        long pause;
        for (long waited = 0; waited <= PATIENCE; waited += pause) {
            if (condition.getAsBoolean()) {
                return OptionalLong.of(waited);
            }
            pause = 1 + waited / 30;
            if (!kit.sleeper().pause(Duration.ofSeconds(pause))) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }
}
