package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.Administration;
import io.gpucloud.contract.kit.Answer;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Pace;
import io.gpucloud.contract.kit.Rentals;
import io.gpucloud.contract.kit.Service;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The shutdown timer. */
@Behaviour
@Tag("setShutdownTimer")
@Tag("changes")
class ShutdownTimer {

    private static final String TIMER = "gpu-cloud-v2.yaml#/paths/~1instance~1shutdown_timer/post";
    private static final String FIELD = "shutdown_time";

    @Test
    void isRefusedWhereThereIsNoInstance(Service service) {
        service.call("setShutdownTimer", "instance_uuid", "none", FIELD, 0, "enable", false).isRefused(-1, TIMER);
    }

    @Test
    void isRefusedUnlessTheInstanceRuns(Service service, Rentals rentals) {
        String instance = rentals.create().string("/data/instance_uuid");
        service.call("setShutdownTimer", "instance_uuid", instance, FIELD, 60, "enable", true).isRefused(-1, TIMER);
    }

    @Nested
    @Tag("admin")
    class OfARunningInstance {

        private final Service service;
        private final Rentals rentals;
        private final Administration administration;
        private String instance = "";

        OfARunningInstance(Service service, Rentals rentals, Administration administration) {
            this.service = service;
            this.rentals = rentals;
            this.administration = administration;
        }

        @BeforeEach
        void run() {
            instance = rentals.run();
        }

        @Test
        void isShown() {
            long moment = administration.now() + Pace.HOUR;
            set(moment).succeeds();
            expect(moment, true, TIMER);
        }

        @Test
        void shutsTheInstanceDown() {
            set(administration.now() + Pace.HOUR).succeeds();
            administration.advance(Pace.HOUR - 1);
            rentals.expect(instance, 2, TIMER);
            administration.advance(1);
            rentals.expect(instance, 21, TIMER);
            administration.advance(Pace.SHUTDOWN);
            rentals.expect(instance, 22, TIMER);
        }

        @Test
        @Tag("A5")
        void isClearedOnceItHasFired() {
            set(administration.now() + Pace.HOUR).succeeds();
            administration.advance(Pace.HOUR);
            expect(0, false, "A5");
        }

        @Test
        @Tag("A6")
        void mustBe5MinutesAhead() {
            set(administration.now() + 300).succeeds();
            set(administration.now() + 299).isBadParameter(FIELD, "A6");
        }

        @Test
        @Tag("A6")
        void takesSmallNumbersAsMinutes() {
            set(5).succeeds();
            expect(administration.now() + 300, true, "A6");
            set(4).isBadParameter(FIELD, "A6");
        }

        @Test
        void isCancelledBy0() {
            set(administration.now() + Pace.HOUR).succeeds();
            set(0).succeeds();
            expect(0, false, "A5");
        }

        @Test
        @Tag("A7")
        void isCancelledByEnableFalseWhateverTheTime() {
            long moment = administration.now() + Pace.HOUR;
            set(moment).succeeds();
            service.call("setShutdownTimer", "instance_uuid", instance, FIELD, moment, "enable", false).succeeds();
            expect(0, false, "A7");
        }

        @Test
        @Tag("A7")
        void isSetWhereEnableIsLeftOut() {
            long moment = administration.now() + Pace.HOUR;
            service.call("setShutdownTimer", "instance_uuid", instance, FIELD, moment).succeeds();
            expect(moment, true, "A7");
        }

        private Answer set(long time) {
            return service.call("setShutdownTimer", "instance_uuid", instance, FIELD, time, "enable", true);
        }

        private void expect(long time, boolean enabled, String source) {
            JsonNode timer = rentals.listed(instance).path("shutdown_regular");
            Expect.equal("shutdown_time", time, timer.path(FIELD).asLong(-1), source);
            Expect.equal("enable", enabled, timer.path("enable").asBoolean(!enabled), source);
        }
    }
}
