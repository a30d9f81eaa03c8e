package io.gpucloud.contract.kit;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.Result.Outcome;
import io.gpucloud.openapi.OpenApiOperation;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the whole kit against the stub, with every assumption and with {@code /__admin}. */
@Execution(ExecutionMode.CONCURRENT)
class StubConformsTest {

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

    @Test
    void passesEveryCheck() {
        Report report = RUNS.run(RUNS.admin("--strict"));
        assertThat(report.held()).as(report.text()).isTrue();
        assertThat(report.count(Outcome.SKIPPED)).as("skipped").isZero();
    }

    /** As its schema says. By default the stub sets the timer, because samples omit the member. */
    @Test
    void rejectsATimerWithoutEnable() {
        try (GpuCloudStub stub = KitRuns.start("stub.assumptions.timer-enable-omitted=rejected")) {
            Report report = RUNS.run(KitRuns.settings(
                    stub.baseUrl(), "--admin", "--only=setShutdownTimer", "--without=timer-enable-omitted"));
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.results()).extracting(Result::fact).contains("enable: missing");
        }
    }

    /** The observed facts contradict four assumptions. They do not change {@code /__admin}. */
    @Test
    void passesEveryCheckAsTheObservedService() {
        try (GpuCloudStub stub = KitRuns.start("stub.observed=true")) {
            String without = "--without=stop-operation,instance-list-paging,start-states,restart-states";
            String only = "--only="
                    + ApiDocuments.OBSERVED_API.operations().stream()
                            .map(OpenApiOperation::id)
                            .collect(joining(","));
            Report report =
                    RUNS.run(KitRuns.settings(stub.baseUrl(), "--admin", "--strict", "--observed", without, only));
            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(KitRuns.reasons(report)).allMatch(reason -> reason.endsWith(" is switched off"));
        }
    }
}
