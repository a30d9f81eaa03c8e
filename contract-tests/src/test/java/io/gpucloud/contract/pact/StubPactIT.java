package io.gpucloud.contract.pact;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Verifies the stub with the pact that the tests of the client wrote, and with released pacts. */
class StubPactIT {

    private static final Path PACTS = Path.of(System.getProperty("pact.rootDir"));
    private static final Path RELEASED = Path.of("baseline/pacts");

    private static GpuCloudStub stub;
    private static PactVerifier verifier;

    @BeforeAll
    static void start() throws MalformedURLException {
        stub = GpuCloudStub.start("stub.validate=enforce");
        verifier = new PactVerifier(stub);
    }

    @AfterAll
    static void close() {
        stub.close();
    }

    @TestFactory
    Stream<DynamicTest> keepsThePactWithTheClient() {
        return verifier.testsOf(PACTS.resolve(Pacts.FILE));
    }

    @TestFactory
    List<DynamicContainer> keepsThePactsThatWereReleased() throws IOException {
        try (Stream<Path> files = Files.list(RELEASED)) {
            List<DynamicContainer> pacts = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(file ->
                            DynamicContainer.dynamicContainer(file.getFileName().toString(), verifier.testsOf(file)))
                    .toList();
            assertThat(pacts).as("pacts in %s", RELEASED).isNotEmpty();
            return pacts;
        }
    }
}
