package io.gpucloud.contract.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workflows of the Arazzo document, run by Redocly: every criterion, status, content type and schema is checked. */
class WorkflowsTest {

    private static final Path CONTRACTS = Path.of("../openapi").toAbsolutePath();
    private static final long NOW = 1_767_225_600;

    @AutoClose
    private static GpuCloudStub stub;

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start(
                "stub.clock.now=" + NOW,
                "stub.clock.frozen=true",
                "stub.lifecycle.boot=0s",
                "stub.lifecycle.shutdown=0s",
                "stub.lifecycle.image-upload=0s",
                "stub.validate=enforce");
    }

    @ParameterizedTest
    @CsvSource({
        "createToDestroy, tenant-create",
        "timer, tenant-timer",
        "saveAndReuse, tenant-save",
        "billPages, tenant-bills",
        "refusedForFunds, demo-key-poor"
    })
    void succeed(String workflow, String key) throws Exception {
        String redocly = ExternalProgram.require(
                        CONTRACTS.resolve("lint/node_modules/.bin/redocly").toString())
                .toString();
        ExternalProgram.Result result = ExternalProgram.run(
                List.of(
                        redocly,
                        "respect",
                        CONTRACTS.resolve("gpu-cloud-v2.arazzo.yaml").toString(),
                        "-S",
                        "gpuCloud=" + stub.baseUrl(),
                        "-w",
                        workflow,
                        "-i",
                        "apiKey=" + key,
                        "-i",
                        "shutdownTime=" + (NOW + 3_600)),
                Map.of("REDOCLY_TELEMETRY", "off", "NO_COLOR", "1"));
        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("Workflows: 1 passed, 1 total");
    }
}
