package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.Call;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The lifecycle of instances. */
@KitTest
class Lifecycle {

    private static final Source LIST = Source.contract("gpu-cloud-v2.yaml#/components/schemas/InstanceList");
    private static final Source DESTROY = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1destroy/post");
    private static final String INSTANCES = "/data/instance_list";
    private static final int FAILED = -1;
    private static final String UNKNOWN_INSTANCE = "no-such-instance";

    /** Saves a running instance, which shuts it down. */
    private static String shutDown(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
        String instance = instances.run();
        service.call("saveInstanceImage", instance).succeeds();
        adminApi.advance(AdminApi.IMAGE_UPLOAD);
        return instance;
    }

    @Nested
    @Tag("listInstances")
    class AList {

        @Test
        @Tag("status-values")
        void showsKnownStatuses(TestSession session) {
            for (JsonNode instance : atLeastOne(session)) {
                int status = instance.path("status").asInt(0);
                boolean known = Set.of(1, 2, 21, 22).contains(status);
                assumption("status-values").require(known, "status of an instance", "1, 2, 21 or 22", status);
            }
        }

        @Test
        @Tag("instance-list-paging")
        void isCompleteWhateverPageIsAskedFor(TestSession session) {
            ServiceClient service = session.service();
            int all = atLeastOne(session).size();
            Call secondPage = service.prepare("listInstances", Map.of()).target("/instance/list?page=2&page_size=1");
            List<JsonNode> listed = service.send(secondPage).succeeds().list(INSTANCES);
            assumption("instance-list-paging").requireEqual("instances on a second page of 1", all, listed.size());
        }

        private static List<JsonNode> atLeastOne(TestSession session) {
            if (session.hasAdminApi()) {
                session.instances().create();
            }
            List<JsonNode> listed =
                    session.service().call("listInstances").succeeds().list(INSTANCES);
            Assumptions.assumeFalse(listed.isEmpty(), "the account has no instance");
            return listed;
        }

        @Test
        @Tag("admin")
        void isEmptyWithoutInstances(ServiceClient service) {
            service.call("listInstances").has("/data/instance_list", List.of(), LIST);
        }

        @Test
        @Tag("admin")
        @Tag("list-order")
        void beginsWithTheNewest(ServiceClient service, InstanceOperations instances) {
            String first = instances.create().string("/data/instance_uuid");
            String second = instances.create().string("/data/instance_uuid");
            service.call("listInstances")
                    .has("/data/instance_list/0/instance_uuid", second, assumption("list-order"))
                    .has("/data/instance_list/1/instance_uuid", first, assumption("list-order"));
        }

        @Test
        @Tag("admin")
        @Tag("start-mode")
        @Tag("boot-time")
        @Tag("start-time")
        void showsThatAnInstanceRunsOnceItHasBooted(InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.create().string("/data/instance_uuid");
            adminApi.advance(AdminApi.BOOT - 1);
            instances.expect(instance, 1, assumption("boot-time"));
            adminApi.advance(1);
            instances.expect(instance, 2, assumption("boot-time"));
            long started = instances.listed(instance).path("start_time").asLong(0);
            assumption("start-time").requireEqual("start_time", adminApi.now(), started);
        }

        @Test
        @Tag("admin")
        @Tag("server-url-form")
        void showsAddressesOfRunningInstancesOnly(
                ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.run();
            JsonNode running = instances.listed(instance).path("server_url");
            Source form = assumption("server-url-form");
            boolean listed = running.isArray() && !running.isEmpty();
            form.require(listed, "server_url of a running instance", "addresses", running);
            service.call("saveInstanceImage", instance).succeeds();
            JsonNode shuttingDown = instances.listed(instance).path("server_url");
            form.requireEqual("server_url while shutting down", running, shuttingDown);
            adminApi.advance(AdminApi.SHUTDOWN);
            JsonNode shutDown = instances.listed(instance).path("server_url");
            form.require(shutDown.isEmpty() && shutDown.isArray(), "server_url once shut down", "[]", shutDown);
        }
    }

    @Nested
    @Tag("startInstance")
    @Tag("changes")
    class AStart {

        @Test
        @Tag("start-restart-shape")
        @Tag("start-refused-code")
        void isRejectedForAnUnknownInstance(ServiceClient service) {
            service.call("startInstance", UNKNOWN_INSTANCE).failsWith("start-refused-code");
        }

        @Test
        @Tag("start-states")
        @Tag("start-refused-code")
        void isRejectedUnlessTheInstanceIsShutDown(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.call("startInstance", instance).failsWith("start-refused-code");
        }

        @Test
        @Tag("admin")
        @Tag("start-states")
        @Tag("boot-time")
        void boots(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = shutDown(service, instances, adminApi);
            service.call("startInstance", instance).succeeds();
            List<Integer> statuses = instances.statusesWithin(instance, AdminApi.BOOT);
            assumption("start-states").requireEqual("statuses after a start", List.of(1, 2), statuses);
        }

        @Test
        @Tag("admin")
        @Tag("gpu-stock")
        @Tag("no-capacity-code")
        void isRejectedWhileNoGpuIsFree(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = shutDown(service, instances, adminApi);
            String gpu = instances.listed(instance).path("gpu_uuid").asString();
            adminApi.setStock(gpu, 0);
            service.call("startInstance", instance).failsWith("no-capacity-code");
        }
    }

    @Nested
    @Tag("restartInstance")
    @Tag("changes")
    class ARestart {

        @Test
        @Tag("start-restart-shape")
        @Tag("restart-refused-code")
        void isRejectedForAnUnknownInstance(ServiceClient service) {
            service.call("restartInstance", UNKNOWN_INSTANCE).failsWith("restart-refused-code");
        }

        @Test
        @Tag("created-status")
        @Tag("restart-states")
        @Tag("restart-refused-code")
        void isRejectedUnlessTheInstanceRuns(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.call("restartInstance", instance).failsWith("restart-refused-code");
        }

        @Test
        @Tag("admin")
        @Tag("restart-states")
        @Tag("restart-effects")
        void bootsAgainAndKeepsTimerAndAddresses(
                ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.run();
            long moment = adminApi.now() + AdminApi.HOUR;
            service.call("setShutdownTimer", Map.of("instance_uuid", instance, "shutdown_time", moment, "enable", true))
                    .succeeds();
            JsonNode before = instances.listed(instance);
            service.call("restartInstance", instance).succeeds();
            JsonNode after = instances.listed(instance);
            for (String kept : List.of("shutdown_regular", "server_url")) {
                assumption("restart-effects")
                        .requireEqual(kept + " after a restart", before.path(kept), after.path(kept));
            }
            List<Integer> statuses = instances.statusesWithin(instance, AdminApi.BOOT);
            assumption("restart-states").requireEqual("statuses after a restart", List.of(1, 2), statuses);
        }
    }

    @Nested
    @Tag("listInstances")
    @Tag("changes")
    class AnOperationThatOnlyStops {

        @Test
        @Tag("stop-operation")
        void doesNotExist(ServiceClient service) {
            Call stop = service.prepare("destroyInstance", Map.of("instance_uuid", UNKNOWN_INSTANCE))
                    .target("/instance/shutdown");
            ServiceResponse response = service.sendUnchecked(stop);
            assumption("stop-operation").requireEqual("HTTP status of " + stop, 404, response.status());
        }
    }

    @Nested
    @Tag("destroyInstance")
    @Tag("changes")
    class ADestruction {

        @Test
        void removesTheInstance(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.destroy(instance).succeeds();
            DESTROY.require(instances.listed(instance).isMissingNode(), "the list", "no destroyed instance", instance);
        }

        @Test
        void isRejectedForAnUnknownInstance(ServiceClient service) {
            service.destroy(UNKNOWN_INSTANCE).failsWith(FAILED, DESTROY);
        }

        @Test
        void isRejectedTheSecondTime(ServiceClient service, InstanceOperations instances) {
            String instance = instances.create().string("/data/instance_uuid");
            service.destroy(instance).succeeds();
            service.destroy(instance).failsWith(FAILED, DESTROY);
        }

        @Test
        @Tag("admin")
        void worksOnARunningInstance(ServiceClient service, InstanceOperations instances) {
            service.destroy(instances.run()).succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("destroy-during-upload-code")
        void isRejectedWhileAnImageUploads(ServiceClient service, InstanceOperations instances, AdminApi adminApi) {
            String instance = instances.run();
            service.call("saveInstanceImage", instance).succeeds();
            service.destroy(instance).failsWith("destroy-during-upload-code");
            adminApi.advance(AdminApi.IMAGE_UPLOAD);
            service.destroy(instance).succeeds();
        }
    }
}
