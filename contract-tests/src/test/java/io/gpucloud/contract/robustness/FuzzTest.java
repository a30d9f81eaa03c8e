package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Sends malformed requests to a stub. {@code -Drobustness.inputs=} sets the number of requests that are changed at
 * random, {@code -Drobustness.seed=} the seed of the changes.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FuzzTest {

    private static final int INPUTS = Integer.getInteger("robustness.inputs", 20_000);
    private static final long SEED = Long.getLong("robustness.seed", 1);

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start(
            "stub.validate=off", "stub.clock.frozen=true", "stub.assumptions.timer-enable-omitted=rejected");

    private final SocketTarget target = new SocketTarget(stub.baseUrl());

    @AfterEach
    void theStubStillServesItsAccounts() {
        try (GpuCloudClient client = StubClient.of(stub.baseUrl(), RawRequest.KEY)) {
            assertThat(client.pods().list()).isNotEmpty();
            assertThat(client.instances().list()).isNotNull();
        }
    }

    private void sendAll(String what, Iterable<RawRequest> requests) throws IOException {
        Map<Integer, Integer> counted = new TreeMap<>();
        for (RawRequest request : requests) {
            counted.merge(ResponseRules.of(request, target.response(request)), 1, Integer::sum);
        }
        int all = counted.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(what + ": " + all + " inputs, responses by status: " + counted);
    }

    @Test
    void returnsADocumentedResponseToEveryKnownAttack() throws IOException {
        sendAll("known attacks", MalformedHttpSamples.all());
    }

    @Test
    void returnsADocumentedResponseToEveryMalformedRequest() throws IOException {
        Map<String, List<RawRequest>> malformed = FuzzRequests.malformed();
        malformed.forEach((operation, requests) -> System.out.println(operation + ": " + requests.size() + " inputs"));
        sendAll(
                "malformed requests",
                malformed.values().stream().flatMap(List::stream).toList());
    }

    /** Takes as long as the number of inputs requires. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void returnsADocumentedResponseToRequestsChangedAtRandom() throws IOException {
        Random random = new Random(SEED);
        sendAll(
                "changed at random, seed " + SEED,
                List.copyOf(random.ints(INPUTS)
                        .mapToObj(seed -> FuzzRequests.mutated(new Random(seed)))
                        .toList()));
    }
}
