package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Pace;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of instances. */
@Behaviour
class Lifecycle {

    private static final String DESTROY = "gpu-cloud-v2.yaml#/paths/~1instance~1destroy/post";
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
        @Tag("A8")
        void isEmptyWhereNothingIsRented(Service service) {
            service.call("listInstances").has("/data/instance_list", List.of(), "A8");
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("A26")
        void beginsWithTheNewest(Service service, Rentals rentals) {
            String first = rentals.create().string("/data/instance_uuid");
            String second = rentals.create().string("/data/instance_uuid");
            service.call("listInstances")
                    .has("/data/instance_list/0/instance_uuid", second, "A26")
                    .has("/data/instance_list/1/instance_uuid", first, "A26");
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("A1")
        void showsThatAnInstanceRunsOnceItHasBooted(Rentals rentals, Administration administration) {
            String instance = rentals.create().string("/data/instance_uuid");
            administration.advance(Pace.BOOT - 1);
            rentals.expect(instance, 1, "A1");
            administration.advance(1);
            rentals.expect(instance, 2, "A1");
            Expect.equal(
                    "start_time",
                    administration.now(),
                    rentals.listed(instance).path("start_time").asLong(0),
                    "A1");
        }

        @Test
        @Tag("admin")
        @Tag("changes")
        @Tag("A10")
        void showsAddressesOfWhatRunsAndNoneOfWhatIsShutDown(
                Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            JsonNode running = rentals.listed(instance).path("server_url");
            Expect.that(
                    running.isArray() && !running.isEmpty(),
                    "server_url of a running instance",
                    "addresses",
                    running,
                    "A10");
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            Expect.equal(
                    "server_url while shutting down",
                    running,
                    rentals.listed(instance).path("server_url"),
                    "A10");
            administration.advance(Pace.SHUTDOWN);
            JsonNode shutDown = rentals.listed(instance).path("server_url");
            Expect.that(shutDown.isEmpty() && shutDown.isArray(), "server_url once shut down", "[]", shutDown, "A10");
        }
    }

    @Nested
    @Tag("startInstance")
    @Tag("changes")
    class AStart {

        @Test
        @Tag("A3")
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.call("startInstance", "instance_uuid", NOBODY).isRefused(FAILED, "A3");
        }

        @Test
        @Tag("A3")
        void isRefusedUnlessTheInstanceIsShutDown(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.call("startInstance", "instance_uuid", instance).isRefused(FAILED, "A3");
        }

        @Test
        @Tag("admin")
        @Tag("A3")
        void boots(Service service, Rentals rentals, Administration administration) {
            String instance = shutDown(service, rentals, administration);
            service.call("startInstance", "instance_uuid", instance).succeeds();
            rentals.expect(instance, 1, "A3");
            administration.advance(Pace.BOOT);
            rentals.expect(instance, 2, "A3");
        }

        @Test
        @Tag("admin")
        @Tag("A16")
        void isRefusedWhileNoGpuIsFree(Service service, Rentals rentals, Administration administration) {
            String instance = shutDown(service, rentals, administration);
            String gpu = rentals.listed(instance).path("gpu_uuid").asString();
            administration.call("setGpuStock", "gpu_uuid", gpu, "stock", 0);
            service.call("startInstance", "instance_uuid", instance).isRefused(1, "A16");
        }
    }

    @Nested
    @Tag("restartInstance")
    @Tag("changes")
    class ARestart {

        @Test
        @Tag("A4")
        void isRefusedWhereThereIsNoInstance(Service service) {
            service.call("restartInstance", "instance_uuid", NOBODY).isRefused(FAILED, "A4");
        }

        @Test
        @Tag("A1")
        @Tag("A4")
        void isRefusedUnlessTheInstanceRuns(Service service, Rentals rentals) {
            String instance = rentals.create().string("/data/instance_uuid");
            service.call("restartInstance", "instance_uuid", instance).isRefused(FAILED, "A4");
        }

        @Test
        @Tag("admin")
        @Tag("A4")
        void bootsAgainAndKeepsTimerAndAddresses(Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            long moment = administration.now() + Pace.HOUR;
            service.call("setShutdownTimer", "instance_uuid", instance, "shutdown_time", moment, "enable", true)
                    .succeeds();
            JsonNode before = rentals.listed(instance);
            service.call("restartInstance", "instance_uuid", instance).succeeds();
            rentals.expect(instance, 1, "A4");
            JsonNode after = rentals.listed(instance);
            for (String kept : List.of("shutdown_regular", "server_url")) {
                Expect.equal(kept + " after a restart", before.path(kept), after.path(kept), "A4");
            }
            administration.advance(Pace.BOOT);
            rentals.expect(instance, 2, "A4");
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
        @Tag("A13")
        void isRefusedWhileAnImageUploads(Service service, Rentals rentals, Administration administration) {
            String instance = rentals.run();
            service.call("saveInstanceImage", "instance_uuid", instance).succeeds();
            service.destroy(instance).isRefused(FAILED, "A13");
            administration.advance(Pace.IMAGE_UPLOAD);
            service.destroy(instance).succeeds();
        }
    }
}
