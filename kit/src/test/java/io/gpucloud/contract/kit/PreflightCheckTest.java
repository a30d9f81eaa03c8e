package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.contract.kit.ModifyingProxy.ProxiedResponse;
import io.gpucloud.contract.kit.Result.Outcome;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit reads the list of instances before and after a run. A run whose first list cannot be read does not begin. */
@Tag("ci")
class PreflightCheckTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    @AfterEach
    void destroyInstances() {
        RUNS.destroyInstances();
    }

    private Report run(ModifyingProxy service) {
        return RUNS.run(service.settings("--only=listPods"));
    }

    /** Modifies the first list of a run, or all later ones. */
    private ModifyingProxy listing(boolean atTheEnd, UnaryOperator<ProxiedResponse> modify) {
        AtomicInteger lists = new AtomicInteger();
        return RUNS.proxy(ModifyingProxy.on(
                "/instance/list",
                response -> lists.incrementAndGet() > 1 == atTheEnd ? modify.apply(response) : response));
    }

    @Test
    void reportsThatTheLastListCouldNotBeRead() {
        List<UnaryOperator<ProxiedResponse>> unreadable = List.of(
                ProxiedResponse::tooManyRequests,
                response -> response.status(500),
                response -> response.body("{\"code\":-1,\"msg\":\"later\"}"),
                response -> response.body("{\"code\":2,\"msg\":\"log in\"}"),
                response -> response.body(response.body().replace("instance_list", "instances")),
                response -> response.status(ModifyingProxy.BROKEN));
        for (UnaryOperator<ProxiedResponse> modify : unreadable) {
            try (ModifyingProxy service = listing(true, modify)) {
                Report report = run(service);
                assertThat(report.count(Outcome.HELD)).isPositive();
                assertThat(report.held()).isFalse();
                assertThat(report.text()).contains("could not check: ", "check the console");
            }
        }
    }

    @Test
    void doesNotBeginIfTheListCannotBeRead() {
        try (ModifyingProxy service =
                RUNS.proxy(ModifyingProxy.on("/instance/list", response -> response.status(500)))) {
            assertThatThrownBy(() -> run(service))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessage("the list of instances cannot be read (HTTP 500)");
            assertThat(service.methods()).containsOnly("GET");
        }
    }

    @Test
    void detectsARejectedKeyWithAnyStatus() {
        try (ModifyingProxy service = listing(false, response -> response.body("{\"code\":2,\"msg\":\"log in\"}"))) {
            assertThatThrownBy(() -> run(service)).hasMessageContaining("rejects the API key (HTTP 200 with code 2)");
        }
    }
}
