package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies the stub with the pact that the tests of the client wrote, and with the pacts in
 * {@code contract-tests/pacts}.
 */
class StubPactIT {

    private static final Path PACTS = Path.of(System.getProperty("pact.rootDir"));
    /** Released pacts and those of other teams. The folder exists once there is one. */
    private static final Path KEPT = Path.of("pacts");

    @AutoClose
    private static GpuCloudStub stub;

    private static PactVerifier verifier;

    @BeforeAll
    static void start() throws MalformedURLException {
        stub = GpuCloudStub.start("stub.validate=enforce");
        verifier = new PactVerifier(stub.baseUrl());
    }

    @TestFactory
    Stream<DynamicTest> keepsThePactOfTheClient() {
        return verifier.testsOf(PACTS.resolve(Pacts.FILE));
    }

    @TestFactory
    List<DynamicContainer> keepsThePactsOfTheFolder() throws IOException {
        if (!Files.isDirectory(KEPT)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(KEPT)) {
            return files.sorted()
                    .map(file ->
                            DynamicContainer.dynamicContainer(file.getFileName().toString(), verifier.testsOf(file)))
                    .toList();
        }
    }

    /** A change that breaks a released pact must fail the build. */
    @Test
    void breaksAPactWithAnotherMember(@TempDir Path folder) throws IOException {
        String pact = Files.readString(PACTS.resolve(Pacts.FILE));
        Path broken = Files.writeString(folder.resolve("broken.json"), pact.replace("gpu_list", "gpus"));
        DynamicTest test = verifier.testsOf(broken)
                .filter(one -> one.getDisplayName().equals("listGpus: all GPU models"))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> test.getExecutable().execute()).hasMessageContaining("gpus");
    }
}
