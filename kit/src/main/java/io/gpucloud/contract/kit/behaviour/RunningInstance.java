package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * One instance from its creation to the end of its save, in the time of the service. It is the longest that the kit
 * keeps an instance running, so it needs permission. It asserts nothing that other checks do, but shows how the service
 * behaves.
 */
@KitTest
@Tag("createInstanceByPod")
@Tag("changes")
@Tag("cost")
class RunningInstance {

    private static final Source SAVE = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1save_image/post");

    @Test
    void startsHasATimerAndIsSaved(TestSession session) {
        BigDecimal price = session.instances().gpu().at("/price/hour").decimalValue();
        boolean allowed = session.service().settings().allowsCost(price);
        Assumptions.assumeTrue(allowed, "the cheapest GPU model costs more than --allow-cost");
        Observed instance = new Observed(
                session, session.instances().create(Map.of()).succeeds().string("/data/instance_uuid"));
        if (instance.starts()) {
            instance.hasATimer();
            instance.isSaved();
        }
    }

    /** Sends requests without comparing the responses with the contract, because other checks do. */
    private record Observed(TestSession session, String uuid) {

        private static final int CREATED = 1;
        private static final int RUNNING = 2;
        private static final int SHUT_DOWN = 22;
        private static final int UPLOADING = 1;
        /** The longest wait for a change of the status, in seconds. */
        private static final long PATIENCE = 600;
        /** The tolerated difference between the clocks of the service and of this machine, in seconds. */
        private static final long TOLERANCE = 120;

        private static final String FIELD = "shutdown_time";

        boolean starts() {
            return await(() -> status() == RUNNING)
                    || (status() == CREATED
                            && call("startInstance", Map.of()).isSuccess()
                            && await(() -> status() == RUNNING));
        }

        void hasATimer() {
            setTimer(4, true).observedError("timer-lead-time-code");
            boolean minutes = setTimer(60, true).isSuccess() && isInAnHour();
            boolean seconds = setTimer(now() + AdminApi.HOUR, true).isSuccess() && isInAnHour();
            if (minutes || seconds) {
                setTimer(0, false);
                long inAnHour = seconds ? now() + AdminApi.HOUR : 60;
                ServiceResponse omitted = call("setShutdownTimer", Map.of(FIELD, inAnHour));
                boolean enabled = isInAnHour();
                // Stops the instance even if the kit is killed.
                setTimer(inAnHour, true);
                omitted.observed("timer-unit", minutes && seconds ? "either" : minutes ? "minutes" : "epoch-seconds");
                omitted.observed(
                        "timer-enable-omitted", !omitted.isSuccess() ? "rejected" : enabled ? "enables" : "cancels");
            }
        }

        private ServiceResponse setTimer(long time, boolean enable) {
            return call("setShutdownTimer", Map.of(FIELD, time, "enable", enable));
        }

        private boolean isInAnHour() {
            JsonNode timer = record().path("shutdown_regular");
            long difference = timer.path(FIELD).asLong(0) - now() - AdminApi.HOUR;
            return timer.path("enable").asBoolean(false) && Math.abs(difference) <= TOLERANCE;
        }

        void isSaved() {
            // A unique name, so that no other image is deleted.
            String name = "gpu-cloud-contract-kit " + now();
            List<String> before = images().stream().map(Observed::id).toList();
            ServiceResponse save = call("saveInstanceImage", Map.of("image_name", name, "remark", "of the kit"));
            List<JsonNode> saved = images().stream()
                    .filter(image -> save.isSuccess() && !before.contains(id(image)))
                    .toList();
            if (saved.size() == 1) {
                save.observed("save-image-members", isNamed(saved.get(0), name) ? "accepted" : "ignored");
                session.instances().createFrom(id(saved.get(0))).observedError("image-not-ready-code");
            }
            if (save.isSuccess() && await(this::isShutDownAndUploaded)) {
                setTimer(0, false).observedError("timer-cancel-refused-code");
            }
            saved.forEach(image -> delete(image, name));
        }

        /** Lists both each time, which shows how long each takes. */
        private boolean isShutDownAndUploaded() {
            boolean uploading = images().stream()
                    .anyMatch(image -> image.path("save_image_status").asInt(0) == UPLOADING);
            return status() == SHUT_DOWN && !uploading;
        }

        /** Deletes an image that has the name of the kit. Any other new image may belong to another program. */
        private void delete(JsonNode image, String name) {
            boolean deleted = isNamed(image, name)
                    && service()
                            .call("deletePrivateImage", Map.of("image_uuid", id(image)))
                            .isSuccess();
            SAVE.require(deleted, "private image " + id(image), "deleted at the end", "LEFT OVER, probably by the kit");
        }

        private static boolean isNamed(JsonNode image, String name) {
            return image.path("title").asString("").equals(name);
        }

        private static String id(JsonNode image) {
            return image.path("uuid").asString("");
        }

        private List<JsonNode> images() {
            return call("listPrivateImages", Map.of()).list("/data/image_list");
        }

        private JsonNode record() {
            return call("listInstances", Map.of()).find("/data/instance_list", "instance_uuid", uuid);
        }

        private int status() {
            return record().path("status").asInt(0);
        }

        private long now() {
            return session.now().getEpochSecond();
        }

        private ServiceClient service() {
            return session.service();
        }

        /** Calls an operation on the instance, or a list. */
        private ServiceResponse call(String operation, Map<String, Object> members) {
            Map<String, Object> all = new TreeMap<>(members);
            all.put("instance_uuid", uuid);
            return service().sendUnchecked(service().prepare(operation, operation.startsWith("list") ? Map.of() : all));
        }

        /**
         * Waits until a condition holds. A duration below 30 s is exact; a longer one is up to 4 % too long, because
         * the pauses grow.
         */
        private boolean await(BooleanSupplier condition) {
            long pause;
            for (long waited = 0; waited <= PATIENCE; waited += pause) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                pause = 1 + waited / 30;
                if (!session.pause(Duration.ofSeconds(pause))) {
                    return false;
                }
            }
            return false;
        }
    }
}
