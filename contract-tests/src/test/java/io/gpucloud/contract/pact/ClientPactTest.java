package io.gpucloud.contract.pact;

import static au.com.dius.pact.consumer.MockHttpServerKt.mockServer;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import au.com.dius.pact.consumer.BaseMockServer;
import au.com.dius.pact.consumer.PactVerificationResult;
import au.com.dius.pact.consumer.model.MockProviderConfig;
import au.com.dius.pact.consumer.model.MockServerImplementation;
import au.com.dius.pact.core.model.PactSpecVersion;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.openapi.OpenApiDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Runs every interaction through the client against Pact's mock server, and then writes the pact. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientPactTest {

    private static final Path PACTS = Path.of(System.getProperty("pact.rootDir"));

    private static final MockProviderConfig MOCK =
            MockProviderConfig.httpConfig("127.0.0.1", 0, PactSpecVersion.V4, MockServerImplementation.JavaHttpServer);

    private final List<Interaction<?>> kept = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> keepsThePact() {
        return Pacts.all().stream()
                .map(interaction ->
                        DynamicTest.dynamicTest(interaction.description(), () -> keepsThePact(interaction)));
    }

    private void keepsThePact(Interaction<?> interaction) {
        BaseMockServer server = mockServer(interaction.pact(), MOCK);
        server.start();
        try (GpuCloudClient client = client(server)) {
            interaction.expectation().accept(client);
        } finally {
            server.stop();
        }
        PactVerificationResult result = server.validateMockServerState(interaction);
        assertThat(result).as(result.getDescription()).isInstanceOf(PactVerificationResult.Ok.class);
        kept.add(interaction);
    }

    private static GpuCloudClient client(BaseMockServer server) {
        return GpuCloudClient.builder()
                .baseUrl(server.getUrl() + ClientCall.BASE_PATH)
                .apiKey(ClientCall.KEY)
                .options(options -> options.maxAttempts(1))
                .build();
    }

    /**
     * Writes all interactions at once and replaces the file. If they were added one by one, a renamed interaction would
     * remain.
     */
    @AfterAll
    void write() throws IOException {
        Files.deleteIfExists(PACTS.resolve(Pacts.FILE));
        Pacts.of(kept).write(PACTS.toString(), PactSpecVersion.V4);
    }

    /** A provider has no state in which an operation without a key fails. */
    @Test
    void coversSuccessOfEveryOperationAndFailureOfEveryOneWithAKey() {
        Map<ApiOperation, List<Interaction<?>>> pacts = Pacts.all().stream()
                .collect(groupingBy(interaction -> interaction.call().operation()));
        for (ApiOperation operation : documented()) {
            Set<Boolean> outcomes = new HashSet<>();
            pacts.getOrDefault(operation, List.of()).forEach(interaction -> outcomes.add(interaction.isSuccess()));
            assertThat(outcomes).as(operation.id()).isEqualTo(operation.secured() ? Set.of(true, false) : Set.of(true));
        }
        assertThat(ClientCalls.OF_EVERY_OPERATION)
                .extracting(ClientCall::operation)
                .containsExactlyInAnyOrderElementsOf(documented());
    }

    @Test
    void namesEveryInteractionOnce() {
        assertThat(Pacts.all().stream().map(Interaction::description)).doesNotHaveDuplicates();
    }

    private static List<ApiOperation> documented() {
        OpenApiDocument contract = OpenApiDocument.load("gpu-cloud-v2");
        return ApiOperation.values().stream()
                .filter(operation -> contract.hasOperation(operation.id()))
                .toList();
    }
}
