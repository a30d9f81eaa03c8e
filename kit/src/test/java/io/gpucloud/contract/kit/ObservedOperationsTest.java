package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.Result.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit reports whether a service has the operations that were observed, but are not documented. */
class ObservedOperationsTest {

    @RegisterExtension
    static final KitRuns RUNS = KitRuns.shared();

    private static Report run(ModifyingProxy service) {
        return RUNS.run(service.settings("--observed", "--read-only", "--only=getInstance"));
    }

    /** A service with {@code getInstance}, which responds with this body. */
    private static ModifyingProxy responding(String body) {
        return RUNS.proxy(ModifyingProxy.on(
                "/instance/info", response -> response.status(200).body(body)));
    }

    @Test
    void areNotCheckedWithoutTheOption() {
        Report report = RUNS.run(RUNS.key("--read-only", "--only=getInstance,listPods"));
        assertThat(report.results())
                .isNotEmpty()
                .noneMatch(result -> result.tags().contains(Settings.OBSERVED));
    }

    @Test
    void areAbsentIfTheServiceRespondsWith404() {
        Report report = RUNS.run(RUNS.admin("--strict", "--observed", "--only=getInstance,shutDownInstance"));
        assertThat(report.held()).as(report.text()).isTrue();
        assertThat(KitRuns.reasons(report)).hasSize(4).containsOnly("absent: the service responds with HTTP 404");
    }

    @Test
    void areHeldIfTheResponseIsAsObserved() {
        try (ModifyingProxy service = responding("{\"code\":-1,\"msg\":\"no such instance\"}")) {
            Report report = run(service);
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.count(Outcome.HELD)).isEqualTo(1);
        }
    }

    @Test
    void differIfTheResponseHasAnotherForm() {
        try (ModifyingProxy service =
                responding("{\"code\":0,\"msg\":\"success\",\"data\":{\"status\":\"running\"}}")) {
            assertThat(KitRuns.mismatches(run(service)))
                    .anyMatch(mismatch -> mismatch.what().contains("/data/status")
                            && mismatch.source().startsWith("gpu-cloud-v2-observed.yaml#"));
        }
    }

    @Test
    void becomeASettingOfTheProfile() {
        try (ModifyingProxy service = responding("{\"code\":-1,\"msg\":\"no such instance\"}")) {
            Settings settings = service.settings("--observed", "--read-only", "--only=getInstance");
            assertThat(KitRuns.profile(settings, pause -> {})).containsEntry("stub.observed", "true");
        }
        assertThat(KitRuns.profile(RUNS.key("--observed", "--read-only", "--only=getInstance"), pause -> {}))
                .doesNotContainKey("stub.observed");
    }
}
