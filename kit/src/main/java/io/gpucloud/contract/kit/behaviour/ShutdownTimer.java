package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.AdminApi;
import io.gpucloud.contract.kit.InstanceOperations;
import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import io.gpucloud.contract.kit.TestSession;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The shutdown timer. */
@KitTest
@Tag("setShutdownTimer")
@Tag("changes")
class ShutdownTimer {

    private static final Source TIMER = Source.contract("gpu-cloud-v2.yaml#/paths/~1instance~1shutdown_timer/post");
    private static final String FIELD = "shutdown_time";

    @Test
    void isRejectedForAnUnknownInstance(ServiceClient service) {
        service.call("setShutdownTimer", Map.of("instance_uuid", "none", FIELD, 0, "enable", false))
                .failsWith(-1, TIMER);
    }

    @Test
    @Tag("created-status")
    void isRejectedUnlessTheInstanceRuns(ServiceClient service, InstanceOperations instances) {
        String instance = instances.create().string("/data/instance_uuid");
        service.call("setShutdownTimer", Map.of("instance_uuid", instance, FIELD, 60, "enable", true))
                .failsWith(-1, TIMER);
    }

    @Nested
    @Tag("admin")
    class OfARunningInstance {

        @Test
        void isShown(TestSession session) {
            Running running = Running.of(session);
            running.set(running.inAnHour()).succeeds();
            running.expect(running.inAnHour(), true, TIMER);
        }

        @Test
        void shutsTheInstanceDown(TestSession session) {
            Running running = Running.of(session);
            running.set(running.inAnHour()).succeeds();
            session.adminApi().advance(AdminApi.HOUR - 1);
            session.instances().expect(running.instance(), 2, TIMER);
            session.adminApi().advance(1);
            session.instances().expect(running.instance(), 21, TIMER);
            session.adminApi().advance(AdminApi.SHUTDOWN);
            session.instances().expect(running.instance(), 22, TIMER);
        }

        @Test
        @Tag("timer-cleared")
        @Tag("timer-off-form")
        void isClearedOnceItHasFired(TestSession session) {
            Running running = Running.of(session);
            running.set(running.inAnHour()).succeeds();
            session.adminApi().advance(AdminApi.HOUR);
            running.expect(0, false, assumption("timer-cleared"));
        }

        @Test
        @Tag("timer-lead-time-code")
        void mustBe5MinutesAhead(TestSession session) {
            Running running = Running.of(session);
            running.set(session.adminApi().now() + 300).succeeds();
            running.set(session.adminApi().now() + 299).rejectsParameter(FIELD, assumption("timer-lead-time-code"));
        }

        @Test
        @Tag("timer-unit")
        @Tag("timer-lead-time-code")
        void takesSmallNumbersAsMinutes(TestSession session) {
            Running running = Running.of(session);
            running.set(5).succeeds();
            running.expect(session.adminApi().now() + 300, true, assumption("timer-unit"));
            running.set(4).rejectsParameter(FIELD, assumption("timer-lead-time-code"));
        }

        @Test
        @Tag("timer-off-form")
        void isCancelledBy0(TestSession session) {
            Running running = Running.of(session);
            running.set(running.inAnHour()).succeeds();
            running.set(0).succeeds();
            running.expect(0, false, assumption("timer-off-form"));
        }

        @Test
        @Tag("timer-enable-false")
        @Tag("timer-off-form")
        void isCancelledByEnableFalseWithAnyTime(TestSession session) {
            Running running = Running.of(session);
            running.set(running.inAnHour()).succeeds();
            running.send(Map.of(FIELD, running.inAnHour(), "enable", false)).succeeds();
            running.expect(0, false, assumption("timer-enable-false"));
        }

        @Test
        @Tag("timer-enable-omitted")
        void isSetIfEnableIsAbsent(TestSession session) {
            Running running = Running.of(session);
            running.send(Map.of(FIELD, running.inAnHour())).succeeds();
            running.expect(running.inAnHour(), true, assumption("timer-enable-omitted"));
        }
    }

    /** An instance that runs, and its timer. */
    private record Running(TestSession session, String instance) {

        static Running of(TestSession session) {
            return new Running(session, session.instances().run());
        }

        long inAnHour() {
            return session.adminApi().now() + AdminApi.HOUR;
        }

        ServiceResponse set(long time) {
            return send(Map.of(FIELD, time, "enable", true));
        }

        ServiceResponse send(Map<String, Object> timer) {
            Map<String, Object> members = new TreeMap<>(timer);
            members.put("instance_uuid", instance);
            return session.service().call("setShutdownTimer", members);
        }

        void expect(long time, boolean enabled, Source source) {
            JsonNode timer = session.instances().listed(instance).path("shutdown_regular");
            source.requireEqual("shutdown_time", time, timer.path(FIELD).asLong(-1));
            source.requireEqual("enable", enabled, timer.path("enable").asBoolean(!enabled));
        }
    }
}
