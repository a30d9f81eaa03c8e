package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the TypeScript example, which verifies its own pact with the stub. */
@Tag("ci")
class TypeScriptConsumerIT {

    private static final Path EXAMPLE = Path.of("examples/typescript");
    private static final Path PACT = EXAMPLE.resolve("target/pacts/render-farm-gpu-cloud.json");

    @Test
    void keepsItsPactWithTheStub() throws Exception {
        ExternalProgram.Result result = verify();
        assertThat(result.status()).as(result.output()).isZero();
    }

    @Test
    void detectsAResponseThatDiffersFromItsPact() throws Exception {
        String pact = Files.readString(PACT);
        try {
            Files.writeString(PACT, pact.replace("\"gpu_list\"", "\"gpus\"").replace(".gpu_list", ".gpus"));
            ExternalProgram.Result result = verify();
            assertThat(result.status()).isNotZero();
            assertThat(result.output()).contains("gpus");
        } finally {
            Files.writeString(PACT, pact);
        }
    }

    private static ExternalProgram.Result verify() throws Exception {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=enforce")) {
            return ExternalProgram.of("npm", "run", "verify", "--prefix", EXAMPLE)
                    .with("STUB_URL", "http://" + stub.baseUrl().getAuthority())
                    .run();
        }
    }
}
