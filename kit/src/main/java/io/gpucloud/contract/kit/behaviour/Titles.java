package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.Source;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Renaming of instances. */
@KitTest
@Tag("updateInstanceTitle")
@Tag("changes")
class Titles {

    private static final Source RENAMING = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1update_title/post");

    @Test
    void changesTheTitle(ServiceClient service, InstanceOperations instances) {
        expectTitle(service, instances, "nightly render");
    }

    @Test
    void mayEmptyTheTitle(ServiceClient service, InstanceOperations instances) {
        expectTitle(service, instances, "");
    }

    @Test
    @Tag("title-length")
    void countsUnicodeCodePoints(ServiceClient service, InstanceOperations instances) {
        String instance = expectTitle(service, instances, "\uD83D\uDE80".repeat(50));
        Map<String, Object> longer = Map.of("instance_uuid", instance, "title", "\uD83D\uDE80".repeat(51));
        service.send(service.prepare("updateInstanceTitle", longer)).failsWith(1, assumption("title-length"));
    }

    @Test
    @Tag("omitted-title")
    void keepsATitleThatIsNotGiven(ServiceClient service, InstanceOperations instances) {
        String instance = expectTitle(service, instances, "kept");
        service.call("updateInstanceTitle", instance).succeeds();
        String title = instances.listed(instance).path("title").asString("");
        assumption("omitted-title").requireEqual("title", "kept", title);
    }

    @Test
    void isRejectedForAnUnknownInstance(ServiceClient service) {
        service.call("updateInstanceTitle", Map.of("instance_uuid", "no-such-instance", "title", "x"))
                .failsWith(1, RENAMING);
    }

    private String expectTitle(ServiceClient service, InstanceOperations instances, String title) {
        String instance = instances.create().string("/data/instance_uuid");
        service.call("updateInstanceTitle", Map.of("instance_uuid", instance, "title", title))
                .succeeds();
        RENAMING.requireEqual(
                "title", title, instances.listed(instance).path("title").asString("nothing"));
        return instance;
    }
}
