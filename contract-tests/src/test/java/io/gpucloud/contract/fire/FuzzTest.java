package io.gpucloud.contract.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Sends a stub what nobody should send. {@code -Dfire.inputs=} says how many requests are spoiled at random,
 * {@code -Dfire.seed=} how.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FuzzTest {

    private static final int INPUTS = Integer.getInteger("fire.inputs", 2_000);
    private static final long SEED = Long.getLong("fire.seed", 1);

    private GpuCloudStub stub;
    private Target target;

    @BeforeAll
    void start() {
        stub = GpuCloudStub.start("stub.validate=off", "stub.clock.frozen=true");
        target = new Target(stub.baseUrl());
    }

    @AfterAll
    void stop() {
        stub.close();
    }

    /** Whatever came before: it serves, and what an account holds can be read. */
    @AfterEach
    void livesOn() {
        String origin = stub.baseUrl().resolve("/").toString();
        try (GpuCloudClient client = GpuCloudClient.forStub(origin, RawRequest.KEY)) {
            assertThat(client.pods().list()).isNotEmpty();
            assertThat(client.instances().list()).isNotNull();
        }
    }

    private void judge(String what, Iterable<RawRequest> requests) throws IOException {
        Map<Integer, Integer> counted = new TreeMap<>();
        for (RawRequest request : requests) {
            counted.merge(ResponseRules.of(request, target.answer(request)), 1, Integer::sum);
        }
        int all = counted.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(what + ": " + all + " inputs, answers by status: " + counted);
    }

    @Test
    void answersEveryKnownTrickInADocumentedForm() throws IOException {
        judge("known tricks", KnownAttacks.all());
    }

    @Test
    void answersEveryUpsettingValueInADocumentedForm() throws IOException {
        judge("upsetting values", Mutations.systematic());
    }

    /** In as much time as its number takes. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void answersRequestsThatAreSpoiledAtRandomInADocumentedForm() throws IOException {
        Random random = new Random(SEED);
        judge(
                "spoiled at random, seed " + SEED,
                List.copyOf(random.ints(INPUTS)
                        .mapToObj(seed -> Mutations.random(new Random(seed)))
                        .toList()));
    }
}
