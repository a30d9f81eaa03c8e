package io.gpucloud.contract.pact;

import io.gpucloud.contract.support.HaProxy;
import io.gpucloud.contract.support.PostgresServer;
import io.gpucloud.stub.GpuCloudStub;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies two stubs over one database, of which each request reaches the next one. In CI, because StubPactIT verifies
 * the same pact.
 */
@Tag("ci")
class ReplicasPactIT {

    private static PostgresServer server;
    private static GpuCloudStub first;
    private static GpuCloudStub second;
    private static HaProxy proxy;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = PostgresServer.start();
        String[] settings = Stream.concat(Stream.of(server.newDatabase("pacts")), Stream.of("stub.validate=enforce"))
                .toArray(String[]::new);
        first = GpuCloudStub.start(settings);
        second = GpuCloudStub.start(settings);
        proxy = HaProxy.start(folder, List.of(first.baseUrl(), second.baseUrl()));
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : Stream.of(proxy, first, second, server).toList()) {
            if (part != null) {
                part.close();
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> keepThePactOfTheClient() throws Exception {
        return new PactVerifier(proxy.baseUrl())
                .testsOf(Path.of(System.getProperty("pact.rootDir")).resolve(Pacts.FILE));
    }
}
