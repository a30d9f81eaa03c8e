package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Assumption.OMITTED_TITLE;
import static io.gpucloud.contract.kit.Assumption.TITLE_LENGTH;

import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import io.gpucloud.contract.kit.Source;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Renaming of instances. */
@Behaviour
@Tag("updateInstanceTitle")
@Tag("changes")
class Titles {

    private static final Source RENAMING = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1update_title/post");

    @Test
    void changesTheTitle(Service service, Rentals rentals) {
        expectTitle(service, rentals, "nightly render");
    }

    @Test
    void mayEmptyTheTitle(Service service, Rentals rentals) {
        expectTitle(service, rentals, "");
    }

    @Test
    @Tag("title-length")
    void countsCharactersAsPeopleDo(Service service, Rentals rentals) {
        String instance = expectTitle(service, rentals, "\uD83D\uDE80".repeat(50));
        Map<String, Object> longer = Map.of("instance_uuid", instance, "title", "\uD83D\uDE80".repeat(51));
        service.send(service.prepare("updateInstanceTitle", longer)).isRefused(1, TITLE_LENGTH);
    }

    @Test
    @Tag("omitted-title")
    void leavesATitleThatIsNotGiven(Service service, Rentals rentals) {
        String instance = expectTitle(service, rentals, "kept");
        service.call("updateInstanceTitle", "instance_uuid", instance).succeeds();
        Expect.equal("title", "kept", rentals.listed(instance).path("title").asString(""), OMITTED_TITLE);
    }

    @Test
    void isRefusedWhereThereIsNoInstance(Service service) {
        service.call("updateInstanceTitle", "instance_uuid", "no-such-instance", "title", "x")
                .isRefused(1, RENAMING);
    }

    private String expectTitle(Service service, Rentals rentals, String title) {
        String instance = rentals.create().string("/data/instance_uuid");
        service.call("updateInstanceTitle", "instance_uuid", instance, "title", title)
                .succeeds();
        Expect.equal("title", title, rentals.listed(instance).path("title").asString("nothing"), RENAMING);
        return instance;
    }
}
