package com.example.modules;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OffersTest {

    @Test
    void arePrintedByAModule() throws IOException, InterruptedException {
        try (GpuCloudStub stub = GpuCloudStub.start()) {
            ProcessBuilder java = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--module-path",
                            "target/classes" + File.pathSeparator + "target/modules",
                            "--module",
                            "com.example.modules/com.example.modules.Offers")
                    .redirectErrorStream(true);
            java.environment().put("GPU_CLOUD_BASE_URL", stub.baseUrl().toString());
            java.environment().put("GPU_CLOUD_API_KEY", "demo-key");
            Process offers = java.start();

            assertThat(new String(offers.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("module com.example.modules reads module io.gpucloud.client", "RTX 4090");
            assertThat(offers.waitFor()).isZero();
        }
    }
}
