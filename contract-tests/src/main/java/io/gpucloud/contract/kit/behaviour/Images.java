package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Pace;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Private images. */
@Behaviour
class Images {

    private static final String UPLOAD = "gpu-cloud-v2.yaml#/components/schemas/SaveImageStatus";
    private static final String STATUS = "gpu-cloud-v2.yaml#/components/schemas/InstanceStatus";
    private static final String FIRST = "/data/image_list/0";

    @Nested
    @Tag("listPrivateImages")
    class AList {

        @Test
        void isAnswered(Service service) {
            service.call("listPrivateImages").succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        void isEmptyWhereNothingWasSaved(Service service) {
            service.call("listPrivateImages")
                    .has("/data/image_list", List.of(), UPLOAD)
                    .has("/data/total", 0, UPLOAD);
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("A11")
        void tellsHowFarAnUploadIs(Service service, Rentals rentals, Administration administration) {
            service.call("saveInstanceImage", "instance_uuid", rentals.run()).succeeds();
            service.call("listPrivateImages")
                    .has(FIRST + "/save_image_status", 1, UPLOAD)
                    .lacks(FIRST + "/size", "A11");
            administration.advance(Pace.IMAGE_UPLOAD);
            service.call("listPrivateImages")
                    .has(FIRST + "/save_image_status", 2, UPLOAD)
                    .number(FIRST + "/size");
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        void tellsThatAnUploadHasFailed(Service service, Rentals rentals, Administration administration) {
            administration.fault(null, "effect", "fail_upload");
            rentals.image();
            service.call("listPrivateImages").has(FIRST + "/save_image_status", 3, UPLOAD);
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("A9")
        void showsImagesThatDeriveFromNoPod(Service service, Rentals rentals, Administration administration) {
            String image = rentals.marketImage().path("uuid").asString();
            String instance = rentals.createFrom(image).string("/data/instance_uuid");
            administration.advance(Pace.BOOT);
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            service.call("listPrivateImages").lacks(FIRST + "/pod_uuid", "A9").lacks(FIRST + "/pod_tag", "A9");
        }
    }

    @Nested
    @Tag("deletePrivateImage")
    @Tag("changes")
    class ADeletion {

        private static final String DELETION = "gpu-cloud-v2.yaml#/paths/~1image~1private~1delete/post";

        @Test
        void isRefusedWhereThereIsNoImage(Service service) {
            service.call("deletePrivateImage", "image_uuid", "no-such-image").isRefused(-1, DELETION);
        }

        @Test
        @Tag("admin")
        @Tag("A23")
        void removesTheImage(Service service, Rentals rentals) {
            service.call("deletePrivateImage", "image_uuid", rentals.image()).succeeds();
            service.call("listPrivateImages").has("/data/image_list", List.of(), DELETION);
        }

        @Test
        @Tag("admin")
        @Tag("A23")
        void isRefusedWhileTheImageUploads(Service service, Rentals rentals) {
            service.call("saveInstanceImage", "instance_uuid", rentals.run()).succeeds();
            String image = service.call("listPrivateImages").string(FIRST + "/uuid");
            service.call("deletePrivateImage", "image_uuid", image).isRefused(-1, "A23");
        }
    }

    @Nested
    @Tag("saveInstanceImage")
    @Tag("changes")
    class ASave {

        private static final String SAVE = "gpu-cloud-v2.yaml#/paths/~1instance~1save_image/post";

        @Test
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.call("saveInstanceImage", "instance_uuid", "no-such-instance")
                    .isRefused(-1, SAVE);
        }

        /** Nobody says that what was just created does not run; and a save that is not refused is kept, and paid. */
        @Test
        @Tag("admin")
        void isRefusedUnlessTheInstanceRuns(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.call("saveInstanceImage", "instance_uuid", instance).isRefused(-1, SAVE);
        }

        @Test
        @Tag("admin")
        @Tag("A2")
        void shutsTheInstanceDown(Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            rentals.expect(instance, 21, STATUS);
            administration.advance(Pace.SHUTDOWN);
            rentals.expect(instance, 22, STATUS);
        }

        @Test
        @Tag("admin")
        @Tag("A11")
        void takesANameAndARemark(Service service, Rentals rentals) {
            String instance = rentals.run();
            service.call("saveInstanceImage", "instance_uuid", instance, "image_name", "base", "remark", "warm")
                    .succeeds();
            service.call("listPrivateImages")
                    .has("/data/image_list/0/title", "base", "A11")
                    .has("/data/image_list/0/remark", "warm", "A11");
        }

        @Test
        @Tag("admin")
        @Tag("A11")
        void isRefusedForANameInUse(Service service, Rentals rentals) {
            for (int code : List.of(0, 1)) {
                String instance = rentals.run();
                var saved = service.call("saveInstanceImage", "instance_uuid", instance, "image_name", "base");
                if (code == 0) {
                    saved.succeeds();
                } else {
                    saved.isRefused(code, "A11");
                }
            }
        }
    }
}
