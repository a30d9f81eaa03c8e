package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Creation of instances. */
@KitTest
@Tag("changes")
class Creation {

    private static final Source INSTANCE = Source.contract("gpu-cloud-v2.yaml#/components/schemas/Instance");
    private static final Source STATUS = Source.contract("gpu-cloud-v2.yaml#/components/schemas/InstanceStatus");
    private static final int FAILED = -1;

    @Nested
    @Tag("createInstanceByPod")
    class FromAPod {

        @Test
        void returnsTheCreatedInstance(InstanceOperations instances) {
            instances.create().has("/data/status", 1, STATUS).has("/data/gpu_nums", 1, INSTANCE);
        }

        @Test
        void showsTheInstanceInTheList(InstanceOperations instances) {
            ServiceResponse created = instances.create();
            JsonNode listed = instances.listed(created.string("/data/instance_uuid"));
            INSTANCE.requireEqual("title in the list", created.at("/data/title"), listed.path("title"));
        }

        @Test
        @Tag("start-time")
        @Tag("server-url-form")
        void hasNeitherStartedNorAddresses(InstanceOperations instances) {
            instances
                    .create()
                    .lacks("/data/start_time", assumption("start-time"))
                    .lacks("/data/server_url", assumption("server-url-form"));
        }

        @Test
        @Tag("instance-image")
        @Tag("instance-title")
        void isNamedAfterThePod(InstanceOperations instances) {
            JsonNode pod = instances.pod();
            instances
                    .create()
                    .has("/data/title", pod.path("title"), assumption("instance-title"))
                    .has("/data/image_uuid", pod.path("uuid"), assumption("instance-image"))
                    .has("/data/image_name", pod.path("title"), assumption("instance-image"));
        }

        @Test
        @Tag("default-pod-tag")
        @Tag("instance-image")
        void takesTheFirstTagByDefault(InstanceOperations instances) {
            List<JsonNode> tags = instances.pod().path("pod_tag").valueStream().toList();
            Assumptions.assumeTrue(tags.size() > 1, "the first pod has a single tag");
            instances.create().has("/data/image_tag", tags.get(0), assumption("default-pod-tag"));
            instances
                    .create(Map.of("pod_tag", tags.get(1)))
                    .succeeds()
                    .has("/data/image_tag", tags.get(1), assumption("instance-image"));
        }

        @Test
        @Tag("timer-off-form")
        void hasNoTimer(InstanceOperations instances) {
            instances
                    .create()
                    .has("/data/shutdown_regular/enable", false, assumption("timer-off-form"))
                    .has("/data/shutdown_regular/shutdown_time", 0, assumption("timer-off-form"));
        }

        @Test
        @Tag("charging-type")
        void hasChargingType1(InstanceOperations instances) {
            instances.create().has("/data/charging_type", 1, assumption("charging-type"));
        }

        @Test
        @Tag("unknown-pod-code")
        void isRejectedForAnUnknownPod(InstanceOperations instances) {
            instances.create(Map.of("pod_uuid", "no-such-pod")).failsWith("unknown-pod-code");
        }

        @Test
        @Tag("unknown-pod-tag-code")
        void isRejectedForATagThatThePodDoesNotHave(InstanceOperations instances) {
            instances.create(Map.of("pod_tag", "no-such-tag")).failsWith("unknown-pod-tag-code");
        }

        @Test
        @Tag("unknown-gpu-code")
        void isRejectedForAnUnknownGpuModel(InstanceOperations instances) {
            instances.create(Map.of("gpu_uuid", "no-such-gpu")).failsWith("unknown-gpu-code");
        }

        @Test
        @Tag("admin")
        @Tag("required-funds")
        @Tag("insufficient-funds-code")
        void isRejectedWithoutFundsForAnHour(AdminApi adminApi) {
            TestSession poor = adminApi.openSession(Map.of("recharges", List.of()));
            poor.instances().create(Map.of()).failsWith("insufficient-funds-code");
        }

        @Test
        @Tag("admin")
        @Tag("gpu-stock")
        @Tag("no-capacity-code")
        void isRejectedWhileNoGpuIsFree(InstanceOperations instances, ServiceClient service, AdminApi adminApi) {
            String gpu = instances.gpu().path("gpu_uuid").asString();
            adminApi.setStock(gpu, 1);
            String first = instances.create(Map.of("gpu_uuid", gpu)).succeeds().string("/data/instance_uuid");
            instances.create(Map.of("gpu_uuid", gpu)).failsWith("no-capacity-code");
            service.destroy(first).succeeds();
            instances.create(Map.of("gpu_uuid", gpu)).succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("other-accounts")
        void isVisibleToItsOwnAccountOnly(InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.create().string("/data/instance_uuid");
            TestSession stranger = adminApi.openSession();
            boolean hidden = stranger.instances().listed(instance).isMissingNode();
            assumption("other-accounts").require(hidden, "list of another account", "nothing", instance);
            stranger.service().destroy(instance).failsWith(FAILED, assumption("other-accounts"));
        }
    }

    @Nested
    @Tag("createInstanceByImage")
    class FromAnImage {

        @Test
        @Tag("instance-image")
        void takesAnImageOfTheMarket(InstanceOperations instances) {
            String image = instances.marketImage().path("uuid").asString();
            instances
                    .createFrom(image)
                    .succeeds()
                    .has("/data/status", 1, STATUS)
                    .has("/data/image_uuid", image, assumption("instance-image"))
                    .lacks("/data/image_tag", assumption("instance-image"));
        }

        @Test
        @Tag("instance-image")
        void hasNoTagInTheListEither(InstanceOperations instances) {
            String image = instances.marketImage().path("uuid").asString();
            JsonNode listed = instances.listed(instances.createFrom(image).string("/data/instance_uuid"));
            assumption("instance-image")
                    .require(!listed.has("image_tag"), "image_tag in the list", "nothing", listed.path("image_tag"));
        }

        @Test
        @Tag("admin")
        @Tag("instance-image")
        void takesAPrivateImage(InstanceOperations instances) {
            String image = instances.image();
            instances.createFrom(image).succeeds().has("/data/image_uuid", image, assumption("instance-image"));
        }

        @Test
        @Tag("unknown-image-code")
        void isRejectedForAnUnknownImage(InstanceOperations instances) {
            instances.createFrom("no-such-image").failsWith("unknown-image-code");
        }

        @Test
        @Tag("unknown-gpu-code")
        void isRejectedForAnUnknownGpuModel(InstanceOperations instances, ServiceClient service) {
            String image = instances.marketImage().path("uuid").asString();
            service.call("createInstanceByImage", Map.of("image_uuid", image, "gpu_uuid", "no-such-gpu", "gpu_nums", 1))
                    .failsWith("unknown-gpu-code");
        }

        @Test
        @Tag("admin")
        @Tag("image-not-ready-code")
        void isRejectedWhileTheImageUploads(InstanceOperations instances, ServiceClient service) {
            service.call("saveInstanceImage", instances.run()).succeeds();
            String image = service.call("listPrivateImages").string("/data/image_list/0/uuid");
            instances.createFrom(image).failsWith("image-not-ready-code");
        }
    }
}
