package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Private images. */
@KitTest
class Images {

    private static final Source UPLOAD = Source.contract("gpu-cloud-v2.yaml#/components/schemas/SaveImageStatus");
    private static final Source STATUS = Source.contract("gpu-cloud-v2.yaml#/components/schemas/InstanceStatus");
    private static final String FIRST = "/data/image_list/0";

    @Nested
    @Tag("listPrivateImages")
    class AList {

        @Test
        @Tag("admin")
        void isEmptyIfNothingWasSaved(ServiceClient service) {
            service.call("listPrivateImages")
                    .has("/data/image_list", List.of(), UPLOAD)
                    .has("/data/total", 0, UPLOAD);
        }

        @Test
        @Tag("admin")
        @Tag("save-image-status")
        @Tag("image-upload-time")
        @Tag("image-size")
        void showsTheProgressOfAnUpload(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            service.call("saveInstanceImage", instances.run()).succeeds();
            service.call("listPrivateImages")
                    .has(FIRST + "/save_image_status", 1, UPLOAD)
                    .lacks(FIRST + "/size", assumption("image-size"));
            adminApi.advance(AdminApi.IMAGE_UPLOAD);
            service.call("listPrivateImages")
                    .has(FIRST + "/save_image_status", 2, UPLOAD)
                    .number(FIRST + "/size");
        }

        @Test
        @Tag("admin")
        void showsAFailedUpload(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            adminApi.fault(null, Map.of("effect", "fail_upload"));
            instances.image();
            service.call("listPrivateImages").has(FIRST + "/save_image_status", 3, UPLOAD);
        }

        @Test
        @Tag("admin")
        @Tag("image-pod")
        void showsImagesThatDeriveFromNoPod(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String image = instances.marketImage().path("uuid").asString();
            String instance = instances.createFrom(image).string("/data/instance_uuid");
            adminApi.advance(AdminApi.BOOT);
            service.call("saveInstanceImage", instance).succeeds();
            service.call("listPrivateImages")
                    .lacks(FIRST + "/pod_uuid", assumption("image-pod"))
                    .lacks(FIRST + "/pod_tag", assumption("image-pod"));
        }
    }

    @Nested
    @Tag("deletePrivateImage")
    @Tag("changes")
    class ADeletion {

        private static final Source DELETION =
                Source.contract("gpu-cloud-v2.yaml#/paths/~1image~1private~1delete/post");

        @Test
        void isRejectedForAnUnknownImage(ServiceClient service) {
            service.call("deletePrivateImage", Map.of("image_uuid", "no-such-image"))
                    .failsWith(-1, DELETION);
        }

        @Test
        @Tag("admin")
        @Tag("image-deletion")
        void removesTheImage(ServiceClient service, InstanceOperations instances) {
            service.call("deletePrivateImage", Map.of("image_uuid", instances.image()))
                    .succeeds();
            service.call("listPrivateImages").has("/data/image_list", List.of(), DELETION);
        }

        @Test
        @Tag("admin")
        @Tag("delete-during-upload-code")
        void isRejectedWhileTheImageUploads(ServiceClient service, InstanceOperations instances) {
            service.call("saveInstanceImage", instances.run()).succeeds();
            String image = service.call("listPrivateImages").string(FIRST + "/uuid");
            service.call("deletePrivateImage", Map.of("image_uuid", image)).failsWith("delete-during-upload-code");
        }
    }

    @Nested
    @Tag("saveInstanceImage")
    @Tag("changes")
    class ASave {

        private static final Source SAVE = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1save_image/post");

        @Test
        void isRejectedForAnUnknownInstance(ServiceClient service) {
            service.call("saveInstanceImage", "no-such-instance").failsWith(-1, SAVE);
        }

        /**
         * The documentation does not exclude that a new instance runs at once. An accepted save creates an image, which
         * costs money.
         */
        @Test
        @Tag("admin")
        void isRejectedUnlessTheInstanceRuns(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.call("saveInstanceImage", instance).failsWith(-1, SAVE);
        }

        @Test
        @Tag("admin")
        @Tag("shutdown-duration")
        void shutsTheInstanceDown(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.run();
            service.call("saveInstanceImage", instance).succeeds();
            instances.expect(instance, 21, STATUS);
            adminApi.advance(AdminApi.SHUTDOWN);
            instances.expect(instance, 22, STATUS);
        }

        @Test
        @Tag("admin")
        @Tag("save-image-members")
        void takesANameAndARemark(ServiceClient service, InstanceOperations instances) {
            String instance = instances.run();
            service.call("saveInstanceImage", Map.of("instance_uuid", instance, "image_name", "base", "remark", "warm"))
                    .succeeds();
            service.call("listPrivateImages")
                    .has("/data/image_list/0/title", "base", assumption("save-image-members"))
                    .has("/data/image_list/0/remark", "warm", assumption("save-image-members"));
        }

        @Test
        @Tag("admin")
        @Tag("save-image-members")
        @Tag("image-name-in-use-code")
        void isRejectedForANameInUse(ServiceClient service, InstanceOperations instances) {
            service.call("saveInstanceImage", Map.of("instance_uuid", instances.run(), "image_name", "base"))
                    .succeeds();
            service.call("saveInstanceImage", Map.of("instance_uuid", instances.run(), "image_name", "base"))
                    .failsWith("image-name-in-use-code");
        }
    }
}
