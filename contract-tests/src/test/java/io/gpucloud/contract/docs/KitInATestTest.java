package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.kit.KitRun;
import io.gpucloud.contract.kit.Report;
import io.gpucloud.contract.kit.Settings;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.Test;

/**
 * The kit in a test of another project, as the page about the kit shows it. The kit's own tests run with the lowest
 * version of JUnit that it supports, this one with the newest.
 */
class KitInATestTest {

    @Test
    void theStubKeepsTheContract() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off")) {
            String url = stub.baseUrl().toString();

            Report report = new KitRun(
                            Settings.of("--url", url, "--key", "demo-key", "--read-only", "--only", "listInstances"),
                            null)
                    .run();

            assertThat(report.held()).as(report.text()).isTrue();
            assertThat(report.results()).isNotEmpty();
        }
    }
}
