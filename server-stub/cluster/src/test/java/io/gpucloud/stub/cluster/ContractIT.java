package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.core.model.DefaultPactReader;
import au.com.dius.pact.core.model.Interaction;
import au.com.dius.pact.core.model.Pact;
import au.com.dius.pact.provider.ConsumerInfo;
import au.com.dius.pact.provider.IProviderInfo;
import au.com.dius.pact.provider.ProviderClient;
import au.com.dius.pact.provider.ProviderInfo;
import au.com.dius.pact.provider.ProviderVerifier;
import au.com.dius.pact.provider.VerificationResult;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A member of a cluster passes all tests that one stub passes, and returns the same bytes. */
class ContractIT {

    private static final String[] SETTINGS = {"stub.clock.now=1700000000", "stub.clock.frozen=true"};
    private static final LocalCluster CLUSTER = LocalCluster.of(3, SETTINGS);
    private static final Path PACTS =
            Path.of(System.getProperty("repository.root"), "contract-tests", "baseline", "pacts");

    @AfterAll
    static void end() {
        CLUSTER.close();
    }

    @Test
    void passesTheCompatibilityKit() {
        CompatibilityKit.requireConformance(CLUSTER.stub(1).baseUrl(), result -> false);
    }

    @TestFactory
    Stream<DynamicTest> thePactsThatWereReleasedAreKept() throws IOException {
        try (Stream<Path> files = Files.list(PACTS)) {
            return files.sorted().toList().stream()
                    .flatMap(file -> testsOf(DefaultPactReader.INSTANCE.loadPact(file.toFile())));
        }
    }

    private static Stream<DynamicTest> testsOf(Pact pact) {
        return pact.getInteractions().stream()
                .map(interaction ->
                        DynamicTest.dynamicTest(interaction.getDescription(), () -> verify(pact, interaction)));
    }

    private static void verify(Pact pact, Interaction interaction) throws MalformedURLException {
        URI url = CLUSTER.stub(2).baseUrl();
        ProviderInfo provider = new ProviderInfo(pact.getProvider().getName());
        provider.setHost(url.getHost());
        provider.setPort(url.getPort());
        provider.setPath("/");
        provider.setStateChangeUrl(CLUSTER.stub(0)
                .baseUrl()
                .resolve("/__admin/pact/provider-states")
                .toURL());
        provider.setStateChangeUsesBody(true);
        ProviderVerifier verifier = new ProviderVerifier();
        verifier.setReporters(List.of());
        VerificationResult result = verifier.verifyInteraction(
                provider,
                new ConsumerInfo(pact.getConsumer().getName()),
                new HashMap<>(),
                interaction,
                pact,
                null,
                new ProviderClient(provider, ContractIT::clientThatAsksOnce));
        if (result instanceof VerificationResult.Failed failed) {
            throw new AssertionError(failed.getDescription() + ": " + failed.getFailures());
        }
    }

    private static CloseableHttpClient clientThatAsksOnce(IProviderInfo provider) {
        return HttpClients.custom().disableAutomaticRetries().build();
    }

    @Test
    void returnsTheSameBytesAsOneStub() {
        try (GpuCloudStub alone = GpuCloudStub.start(SETTINGS)) {
            List<String> ofOne = bytes(Http.of(alone), Http.of(alone), Http.of(alone));
            assertThat(bytes(Http.of(CLUSTER.stub(0)), Http.of(CLUSTER.stub(1)), Http.of(CLUSTER.stub(2))))
                    .isEqualTo(ofOne);
        }
    }

    /** The calls of an account on one day, sent to one member after the other. */
    private static List<String> bytes(Http... members) {
        List<String> bytes = new ArrayList<>();
        String key = "tenant-bytes";
        members[0].admin("POST", "/reset", "{\"now\":1700000000,\"frozen\":true}");
        int turn = 0;
        for (int i = 0; i < 5; i++) {
            bytes.add(members[turn++ % members.length].create(key).body());
        }
        for (long seconds : new long[] {30, 3_600, 86_400}) {
            bytes.add(members[turn++ % members.length]
                    .admin("POST", "/clock/advance", "{\"seconds\":" + seconds + "}")
                    .body());
            for (String path : List.of(
                    "/instance/list", "/balance/info", "/bill/list", "/card/list", "/recharge/list", "/gpu/list")) {
                bytes.add(members[turn++ % members.length].get(key, path).body());
            }
        }
        String some = members[0].get(key, "/instance/list").text("/data/instance_list/0/instance_uuid");
        for (String call : List.of("save_image", "destroy", "restart", "startup")) {
            bytes.add(members[turn++ % members.length]
                    .post(key, "/instance/" + call, "{\"instance_uuid\":\"" + some + "\"}")
                    .body());
        }
        bytes.add(members[turn % members.length]
                .admin("GET", "/accounts/" + key + "/snapshot")
                .body());
        return bytes;
    }
}
