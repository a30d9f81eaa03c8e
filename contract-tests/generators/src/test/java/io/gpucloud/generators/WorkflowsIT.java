package io.gpucloud.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The workflows of the Arazzo document, run by Redocly: every criterion, status, content type and schema is checked.
 */
class WorkflowsIT {

    private static final Path OPENAPI =
            Path.of("../../openapi").toAbsolutePath().normalize();
    private static final long NOW = 1_767_225_600;

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start(
            "stub.clock.now=" + NOW,
            "stub.clock.frozen=true",
            "stub.lifecycle.boot=0s",
            "stub.lifecycle.shutdown=0s",
            "stub.lifecycle.image-upload=0s",
            "stub.validate=enforce");

    @ParameterizedTest
    @CsvSource({
        "createToDestroy, tenant-create",
        "timer, tenant-timer",
        "saveAndReuse, tenant-save",
        "billPages, tenant-bills",
        "refusedForFunds, demo-key-poor"
    })
    void workflowsSucceedOnTheStub(String workflow, String key) throws Exception {
        String output = ExternalProgram.run(
                OPENAPI,
                Map.of("REDOCLY_TELEMETRY", "off", "NO_COLOR", "1"),
                OPENAPI.resolve("lint/node_modules/.bin/redocly").toString(),
                "respect",
                "gpu-cloud-v2.arazzo.yaml",
                "-S",
                "gpuCloud=" + STUB.baseUrl(),
                "-w",
                workflow,
                "-i",
                "apiKey=" + key,
                "-i",
                "shutdownTime=" + (NOW + 3_600));
        assertThat(output).contains("Workflows: 1 passed, 1 total");
    }
}
