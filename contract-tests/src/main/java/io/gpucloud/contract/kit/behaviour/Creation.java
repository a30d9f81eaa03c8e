package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Answer;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import io.gpucloud.contract.kit.TestSession;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Creation of instances. */
@Behaviour
@Tag("changes")
class Creation {

    private static final String INSTANCE = "gpu-cloud-v2.yaml#/components/schemas/Instance";
    private static final String STATUS = "gpu-cloud-v2.yaml#/components/schemas/InstanceStatus";
    private static final int REFUSED = 1;
    private static final int FAILED = -1;

    @Nested
    @Tag("createInstanceByPod")
    class FromAPod {

        @Test
        void answersAnInstanceThatIsCreated(Rentals rentals) {
            rentals.create().has("/data/status", 1, STATUS).has("/data/gpu_nums", 1, INSTANCE);
        }

        @Test
        void showsTheInstanceInTheList(Rentals rentals) {
            Answer created = rentals.create();
            JsonNode listed = rentals.listed(created.string("/data/instance_uuid"));
            Expect.equal("title in the list", created.at("/data/title"), listed.path("title"), INSTANCE);
        }

        @Test
        @Tag("A1")
        void hasNeitherStartedNorAddresses(Rentals rentals) {
            rentals.create().lacks("/data/start_time", "A1").lacks("/data/server_url", "A10");
        }

        @Test
        @Tag("A9")
        @Tag("A28")
        void isNamedAfterThePod(Rentals rentals) {
            JsonNode pod = rentals.pod();
            rentals.create()
                    .has("/data/title", pod.path("title"), "A28")
                    .has("/data/image_uuid", pod.path("uuid"), "A9")
                    .has("/data/image_name", pod.path("title"), "A9");
        }

        @Test
        @Tag("A9")
        void takesTheFirstTagUnlessAskedForAnother(Rentals rentals) {
            List<JsonNode> tags = rentals.pod().path("pod_tag").valueStream().toList();
            Assumptions.assumeTrue(tags.size() > 1, "the first pod has a single tag");
            rentals.create().has("/data/image_tag", tags.get(0), "A9");
            rentals.create(Map.of("pod_tag", tags.get(1))).succeeds().has("/data/image_tag", tags.get(1), "A9");
        }

        @Test
        @Tag("A5")
        void hasNoTimer(Rentals rentals) {
            rentals.create()
                    .has("/data/shutdown_regular/enable", false, "A5")
                    .has("/data/shutdown_regular/shutdown_time", 0, "A5");
        }

        @Test
        @Tag("A18")
        void hasChargingType1(Rentals rentals) {
            rentals.create().has("/data/charging_type", 1, "A18");
        }

        @Test
        @Tag("A15")
        void isRefusedForAPodThatNobodyKnows(Rentals rentals) {
            rentals.create(Map.of("pod_uuid", "no-such-pod")).isRefused(REFUSED, "A15");
        }

        @Test
        @Tag("A15")
        void isRefusedForATagThatThePodDoesNotHave(Rentals rentals) {
            rentals.create(Map.of("pod_tag", "no-such-tag")).isRefused(REFUSED, "A15");
        }

        @Test
        @Tag("A15")
        void isRefusedForAGpuModelThatNobodyKnows(Rentals rentals) {
            rentals.create(Map.of("gpu_uuid", "no-such-gpu")).isRefused(REFUSED, "A15");
        }

        @Test
        @Tag("admin")
        @Tag("A17")
        void isRefusedWithoutFundsForAnHour(Administration administration) {
            TestSession poor = administration.openSession("recharges", List.of());
            poor.rentals().create(Map.of()).isRefused(REFUSED, "A17");
        }

        @Test
        @Tag("admin")
        @Tag("A16")
        void isRefusedWhileNoGpuIsFree(Rentals rentals, Service service, Administration administration) {
            String gpu = rentals.gpu().path("gpu_uuid").asString();
            administration.call("setGpuStock", "gpu_uuid", gpu, "stock", 1);
            String first = rentals.create(Map.of("gpu_uuid", gpu)).succeeds().string("/data/instance_uuid");
            rentals.create(Map.of("gpu_uuid", gpu)).isRefused(REFUSED, "A16");
            service.destroy(first).succeeds();
            rentals.create(Map.of("gpu_uuid", gpu)).succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("A22")
        void isSeenByItsOwnAccountAlone(Rentals rentals, Administration administration) {
            String instance = rentals.create().string("/data/instance_uuid");
            TestSession stranger = administration.openSession();
            Expect.that(
                    stranger.rentals().listed(instance).isMissingNode(),
                    "list of another account",
                    "nothing",
                    instance,
                    "A22");
            stranger.service().destroy(instance).isRefused(FAILED, "A22");
        }
    }

    @Nested
    @Tag("createInstanceByImage")
    class FromAnImage {

        @Test
        @Tag("A14")
        void takesAnImageOfTheMarket(Rentals rentals) {
            String image = rentals.marketImage().path("uuid").asString();
            rentals.createFrom(image)
                    .succeeds()
                    .has("/data/status", 1, STATUS)
                    .has("/data/image_uuid", image, "A9")
                    .lacks("/data/image_tag", "A9");
        }

        @Test
        @Tag("A9")
        void hasNoTagInTheListEither(Rentals rentals) {
            String image = rentals.marketImage().path("uuid").asString();
            JsonNode listed = rentals.listed(rentals.createFrom(image).string("/data/instance_uuid"));
            Expect.that(!listed.has("image_tag"), "image_tag in the list", "nothing", listed.path("image_tag"), "A9");
        }

        @Test
        @Tag("admin")
        @Tag("A14")
        void takesAPrivateImage(Rentals rentals) {
            String image = rentals.image();
            rentals.createFrom(image).succeeds().has("/data/image_uuid", image, "A9");
        }

        @Test
        @Tag("A14")
        void isRefusedForAnImageThatNobodyKnows(Rentals rentals) {
            rentals.createFrom("no-such-image").isRefused(FAILED, "A14");
        }

        @Test
        @Tag("A15")
        void isRefusedForAGpuModelThatNobodyKnows(Rentals rentals, Service service) {
            String image = rentals.marketImage().path("uuid").asString();
            service.call("createInstanceByImage", "image_uuid", image, "gpu_uuid", "no-such-gpu", "gpu_nums", 1)
                    .isRefused(REFUSED, "A15");
        }

        @Test
        @Tag("admin")
        @Tag("A14")
        void isRefusedWhileTheImageUploads(Rentals rentals, Service service) {
            service.call("saveInstanceImage", "instance_uuid", rentals.run()).succeeds();
            String image = service.call("listPrivateImages").string("/data/image_list/0/uuid");
            rentals.createFrom(image).isRefused(FAILED, "A14");
        }
    }
}
