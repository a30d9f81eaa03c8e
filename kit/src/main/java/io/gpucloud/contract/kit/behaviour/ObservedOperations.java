package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Operations that the documentation of the service does not have, but that were observed. A check is skipped as absent
 * if the service responds with HTTP 404.
 */
@KitTest
@Tag("observed")
class ObservedOperations {

    private static final Source PATHS = Source.contract("gpu-cloud-v2-observed.yaml#/paths");
    private static final String NOTHING = "no-such-instance";

    private static void rejects(ServiceResponse response) {
        PATHS.require(!response.isSuccess(), response.call() + " of an unknown instance", "an error", "success");
    }

    @Nested
    @Tag("getInstance")
    class GetInstance {

        @Test
        void rejectsAnUnknownInstance(ServiceClient service) {
            rejects(service.callObserved("getInstance", Map.of("instance_uuid", NOTHING)));
        }

        @Test
        @Tag("changes")
        void returnsAnInstanceAsTheListDoes(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.callObserved("getInstance", Map.of("instance_uuid", instance))
                    .succeeds()
                    .has("/data/instance_uuid", instance, PATHS)
                    .has("/data/gpu_uuid", instances.listed(instance).path("gpu_uuid"), PATHS);
        }
    }

    @Nested
    @Tag("shutDownInstance")
    @Tag("changes")
    class ShutDownInstance {

        @Test
        void rejectsAnUnknownInstance(ServiceClient service) {
            rejects(service.callObserved("shutDownInstance", Map.of("instance_uuid", NOTHING)));
        }

        @Test
        @Tag("admin")
        void leadsThrough21To22(ServiceClient service, AdminApi adminApi, InstanceOperations instances) {
            String instance = instances.run();
            service.callObserved("shutDownInstance", Map.of("instance_uuid", instance))
                    .succeeds();
            instances.expect(instance, 21, PATHS);
            adminApi.advance(AdminApi.SHUTDOWN);
            instances.expect(instance, 22, PATHS);
        }
    }
}
