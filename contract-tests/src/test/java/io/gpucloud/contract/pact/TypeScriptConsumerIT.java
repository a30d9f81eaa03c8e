package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the TypeScript example, which verifies its own pact with the stub. */
@Tag("ci")
class TypeScriptConsumerIT {

    private static final Path EXAMPLE = Path.of("examples/typescript");
    private static final Path PACT = EXAMPLE.resolve("target/pacts/render-farm-gpu-cloud.json");
    private static final Path OUTPUT = Path.of("target/typescript-consumer.txt");

    @Test
    void keepsItsPactWithTheStub() throws IOException, InterruptedException {
        assertThat(verify()).as(Files.readString(OUTPUT)).isZero();
    }

    @Test
    void detectsAResponseThatDiffersFromItsPact() throws IOException, InterruptedException {
        String pact = Files.readString(PACT);
        try {
            Files.writeString(PACT, pact.replace("\"gpu_list\"", "\"gpus\"").replace(".gpu_list", ".gpus"));
            assertThat(verify()).isNotZero();
            assertThat(OUTPUT).content().contains("gpus");
        } finally {
            Files.writeString(PACT, pact);
        }
    }

    private static int verify() throws IOException, InterruptedException {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=enforce")) {
            ProcessBuilder verification = new ProcessBuilder("npm", "run", "verify")
                    .directory(EXAMPLE.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(OUTPUT.toFile());
            verification
                    .environment()
                    .put("STUB_URL", "http://" + stub.baseUrl().getAuthority());
            Process process = verification.start();
            try {
                assertThat(process.waitFor(2, TimeUnit.MINUTES))
                        .as("npm run verify ends")
                        .isTrue();
                return process.exitValue();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
