package io.gpucloud.contract.pact;

import io.gpucloud.stub.GpuCloudStub;
import java.net.MalformedURLException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Holds the pact that the client's tests have written against the stub. */
class StubPactIT {

    private static final Path PACTS = Path.of(System.getProperty("pact.rootDir"));

    private static GpuCloudStub stub;

    @BeforeAll
    static void start() {
        stub = GpuCloudStub.start("stub.validate=enforce");
    }

    @AfterAll
    static void close() {
        stub.close();
    }

    @TestFactory
    Stream<DynamicTest> keepsThePactWithTheClient() throws MalformedURLException {
        return new PactVerifier(stub).testsOf(PACTS.resolve(Pacts.FILE));
    }
}
