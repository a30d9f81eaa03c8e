package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Assumption.BOOT_TIME;
import static io.gpucloud.contract.kit.Assumption.DESTROY_DURING_UPLOAD_CODE;
import static io.gpucloud.contract.kit.Assumption.LIST_ORDER;
import static io.gpucloud.contract.kit.Assumption.NO_CAPACITY_CODE;
import static io.gpucloud.contract.kit.Assumption.RESTART_EFFECTS;
import static io.gpucloud.contract.kit.Assumption.RESTART_REFUSED_CODE;
import static io.gpucloud.contract.kit.Assumption.RESTART_STATES;
import static io.gpucloud.contract.kit.Assumption.SERVER_URL_FORM;
import static io.gpucloud.contract.kit.Assumption.START_REFUSED_CODE;
import static io.gpucloud.contract.kit.Assumption.START_STATES;
import static io.gpucloud.contract.kit.Assumption.START_TIME;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Pace;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import io.gpucloud.contract.kit.Source;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The lifecycle of instances. */
@Behaviour
class Lifecycle {

    private static final Source LIST = Source.contract("gpu-cloud-v2.yaml#/components/schemas/InstanceList");
    private static final Source DESTROY = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1destroy/post");
    private static final int FAILED = -1;
    private static final String NOBODY = "no-such-instance";

    /** Saves a running instance, which shuts it down. */
    private static String shutDown(Service service, Rentals rentals, Administration administration) {
        String instance = rentals.run();
        service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
        administration.advance(Pace.IMAGE_UPLOAD);
        return instance;
    }

    @Nested
    @Tag("listInstances")
    class AList {

        @Test
        void isAnswered(Service service) {
            service.call("listInstances").succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        void isEmptyWhereNothingIsRented(Service service) {
            service.call("listInstances").has("/data/instance_list", List.of(), LIST);
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("list-order")
        void beginsWithTheNewest(Service service, Rentals rentals) {
            String first = rentals.create().string("/data/instance_uuid");
            String second = rentals.create().string("/data/instance_uuid");
            service.call("listInstances")
                    .has("/data/instance_list/0/instance_uuid", second, LIST_ORDER)
                    .has("/data/instance_list/1/instance_uuid", first, LIST_ORDER);
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("start-mode")
        @Tag("boot-time")
        @Tag("start-time")
        void showsThatAnInstanceRunsOnceItHasBooted(Rentals rentals, Administration administration) {
            String instance = rentals.create().string("/data/instance_uuid");
            administration.advance(Pace.BOOT - 1);
            rentals.expect(instance, 1, BOOT_TIME);
            administration.advance(1);
            rentals.expect(instance, 2, BOOT_TIME);
            Expect.equal(
                    "start_time",
                    administration.now(),
                    rentals.listed(instance).path("start_time").asLong(0),
                    START_TIME);
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("server-url-form")
        void showsAddressesOfWhatRunsAndNoneOfWhatIsShutDown(
                Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            JsonNode running = rentals.listed(instance).path("server_url");
            Expect.that(
                    running.isArray() && !running.isEmpty(),
                    "server_url of a running instance",
                    "addresses",
                    running,
                    SERVER_URL_FORM);
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            Expect.equal(
                    "server_url while shutting down",
                    running,
                    rentals.listed(instance).path("server_url"),
                    SERVER_URL_FORM);
            administration.advance(Pace.SHUTDOWN);
            JsonNode shutDown = rentals.listed(instance).path("server_url");
            Expect.that(
                    shutDown.isEmpty() && shutDown.isArray(),
                    "server_url once shut down",
                    "[]",
                    shutDown,
                    SERVER_URL_FORM);
        }
    }

    @Nested
    @Tag("startInstance")
    @Tag("changes")
    class AStart {

        @Test
        @Tag("start-restart-shape")
        @Tag("start-refused-code")
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.call("startInstance", "instance_uuid", NOBODY).isError(START_REFUSED_CODE);
        }

        @Test
        @Tag("start-states")
        @Tag("start-refused-code")
        void isRefusedUnlessTheInstanceIsShutDown(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.call("startInstance", "instance_uuid", instance).isError(START_REFUSED_CODE);
        }

        @Test
        @Tag("admin")
        @Tag("start-states")
        @Tag("boot-time")
        void boots(Service service, Rentals rentals, Administration administration) {
            String instance = shutDown(service, rentals, administration);
            service.call("startInstance", "instance_uuid", instance).succeeds();
            rentals.expect(instance, 1, START_STATES);
            administration.advance(Pace.BOOT);
            rentals.expect(instance, 2, START_STATES);
        }

        @Test
        @Tag("admin")
        @Tag("gpu-stock")
        @Tag("no-capacity-code")
        void isRefusedWhileNoGpuIsFree(Service service, Rentals rentals, Administration administration) {
            String instance = shutDown(service, rentals, administration);
            String gpu = rentals.listed(instance).path("gpu_uuid").asString();
            administration.call("setGpuStock", "gpu_uuid", gpu, "stock", 0);
            service.call("startInstance", "instance_uuid", instance).isError(NO_CAPACITY_CODE);
        }
    }

    @Nested
    @Tag("restartInstance")
    @Tag("changes")
    class ARestart {

        @Test
        @Tag("start-restart-shape")
        @Tag("restart-refused-code")
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.call("restartInstance", "instance_uuid", NOBODY).isError(RESTART_REFUSED_CODE);
        }

        @Test
        @Tag("created-status")
        @Tag("restart-states")
        @Tag("restart-refused-code")
        void isRefusedUnlessTheInstanceRuns(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.call("restartInstance", "instance_uuid", instance).isError(RESTART_REFUSED_CODE);
        }

        @Test
        @Tag("admin")
        @Tag("restart-states")
        @Tag("restart-effects")
        void bootsAgainAndKeepsTimerAndAddresses(Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            long moment = administration.now() + Pace.HOUR;
            service.call("setShutdownTimer", "instance_uuid", instance, "shutdown_time", moment, "enable", true)
                    .succeeds();
            JsonNode before = rentals.listed(instance);
            service.call("restartInstance", "instance_uuid", instance).succeeds();
            rentals.expect(instance, 1, RESTART_STATES);
            JsonNode after = rentals.listed(instance);
            for (String kept : List.of("shutdown_regular", "server_url")) {
                Expect.equal(kept + " after a restart", before.path(kept), after.path(kept), RESTART_EFFECTS);
            }
            administration.advance(Pace.BOOT);
            rentals.expect(instance, 2, RESTART_STATES);
        }
    }

    @Nested
    @Tag("destroyInstance")
    @Tag("changes")
    class ADestruction {

        @Test
        void removesTheInstance(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.destroy(instance).succeeds();
            Expect.that(
                    rentals.listed(instance).isMissingNode(), "the list", "no destroyed instance", instance, DESTROY);
        }

        @Test
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.destroy(NOBODY).isRefused(FAILED, DESTROY);
        }

        @Test
        void isRefusedTheSecondTime(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.destroy(instance).succeeds();
            service.destroy(instance).isRefused(FAILED, DESTROY);
        }

        @Test
        @Tag("admin")
        void worksOnARunningInstance(Service service, Rentals rentals) {
            service.destroy(rentals.run()).succeeds();
        }

        @Test
        @Tag("admin")
        @Tag("destroy-during-upload-code")
        void isRefusedWhileAnImageUploads(Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            service.destroy(instance).isError(DESTROY_DURING_UPLOAD_CODE);
            administration.advance(Pace.IMAGE_UPLOAD);
            service.destroy(instance).succeeds();
        }
    }
}
