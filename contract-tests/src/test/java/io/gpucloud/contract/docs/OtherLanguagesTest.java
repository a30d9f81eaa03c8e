package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The program of the guide for other languages runs. */
class OtherLanguagesTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start();

    @Test
    @Tag("ci")
    void inGo() throws Exception {
        String output = ExternalProgram.of("go", "run", "examples/programs/orphan.go")
                .with("GPU_CLOUD_STUB_URL", "http://localhost:" + STUB.baseUrl().getPort())
                .succeed();
        assertThat(output).contains("passed");
    }
}
