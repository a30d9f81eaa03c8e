package io.gpucloud.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings from the file of {@code stub.profile}. */
class StubProfileLoaderTest {

    @TempDir
    private Path folder;

    private String profile(String yaml) throws IOException {
        Path file = folder.resolve("service.yaml");
        Files.writeString(file, yaml);
        return "stub.profile=file:" + file;
    }

    private static int podsOnAPage(GpuCloudStub stub) {
        return Caller.of(stub.baseUrl(), "demo-key")
                .get("/pod/list")
                .at("/data/pod_list")
                .size();
    }

    @Test
    void applyToTheStubUnlessTheyAreGivenOtherwise() throws IOException {
        String profile = profile("stub:\n  assumptions:\n    paging-defaults: 3\n    unknown-pod-code: 404/-1\n");
        try (GpuCloudStub stub = GpuCloudStub.start(profile)) {
            assertThat(podsOnAPage(stub)).isEqualTo(3);
            String create = "{\"pod_uuid\":\"none\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";
            assertThat(Caller.of(stub.baseUrl(), "demo-key")
                            .unchecked()
                            .post("/instance/create_by_pod", create)
                            .status())
                    .isEqualTo(404);
        }
        try (GpuCloudStub stub = GpuCloudStub.start(profile, "stub.assumptions.paging-defaults=2")) {
            assertThat(podsOnAPage(stub)).isEqualTo(2);
        }
    }

    @Test
    void ofUnknownNamesStopTheStart() throws IOException {
        String profile = profile("stub:\n  assumptions:\n    paging-default: 3\n");
        assertThatThrownBy(() -> GpuCloudStub.start(profile))
                .hasStackTraceContaining("stub.assumptions.paging-default");
    }

    @Test
    void mustExist() {
        assertThatThrownBy(() -> GpuCloudStub.start("stub.profile=file:/none.yaml"))
                .hasMessage("stub.profile file:/none.yaml: there is no such file");
    }
}
