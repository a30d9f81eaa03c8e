package io.gpucloud.generators;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The workflows of the Arazzo document, run by Redocly: every criterion, status, content type and schema is checked.
 */
class WorkflowsIT {

    private static final Path OPENAPI =
            Path.of("../../openapi").toAbsolutePath().normalize();
    private static final Map<String, String> ENVIRONMENT = Map.of("REDOCLY_TELEMETRY", "off", "NO_COLOR", "1");
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
        "billPages, demo-key",
        "refusedForFunds, demo-key-poor"
    })
    void workflowsSucceedOnTheStub(String workflow, String key) throws Exception {
        String output = ExternalProgram.run(OPENAPI, ENVIRONMENT, respect(workflow, key));
        assertThat(output).contains("Workflows: 1 passed, 1 total");
    }

    @Test
    void aFailedWorkflowLeavesNoInstance() throws Exception {
        send(HttpRequest.newBuilder(STUB.baseUrl().resolve("/__admin/faults"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"api_key\":\"tenant-failing\",\"operation\":\"setShutdownTimer\",\"status\":500}")));
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" || true", "sh"));
        command.addAll(List.of(respect("timer", "tenant-failing")));

        String output = ExternalProgram.run(OPENAPI, ENVIRONMENT, command.toArray(String[]::new));

        assertThat(output).contains("1 failed");
        assertThat(send(HttpRequest.newBuilder(URI.create(STUB.baseUrl() + "/instance/list"))
                        .header("Authorization", "Bearer tenant-failing")))
                .contains("\"instance_list\":[]");
    }

    private static String[] respect(String workflow, String key) {
        return new String[] {
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
            "shutdownTime=" + (NOW + 3_600)
        };
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofString())
                .body();
    }
}
