package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rentals while responses are lost and the service fails at random. The number of runs is the system property
 * {@code rent.runs}; {@code rent.seed} is the first one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class RentRunsTest extends CommandTestBase {

    private int created;
    private int named;

    static LongStream runs() {
        long first = Long.getLong("rent.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("rent.runs", 10));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void leavesNothingThatItDoesNotName(long seed) {
        Random random = new Random(seed);
        List<String> faults = injectFaults(random);
        List<String> arguments = new ArrayList<>();
        if (random.nextBoolean()) {
            arguments.add("--sole-user");
        }
        arguments.addAll(List.of("--", random.nextBoolean() ? "true" : "false"));

        Program.Run run = program.rent(arguments.toArray(String[]::new));

        faults.forEach(program::removeFault);
        created += (int) program.created();
        List<String> left = program.instances();
        named += left.size();
        if (run.status() == ExitStatus.LEFT) {
            assertThat(left).allSatisfy(uuid -> assertThat(run.err()).contains(uuid));
        } else {
            assertThat(left).as("status %s: %s", run.status(), run.err()).isEmpty();
        }
    }

    @AfterAll
    void print() {
        if (Integer.getInteger("rent.runs") != null) {
            System.out.println(created + " instances created, " + named + " left and named");
        }
    }

    /** The identifiers of the faults. */
    private List<String> injectFaults(Random random) {
        List<Map<String, ?>> all = List.of(
                fault("createInstanceByPod", Map.of("effect", "lose_response")),
                fault("createInstanceByPod", Map.of("effect", "respond", "status", 429)),
                fault("createInstanceByPod", Map.of("effect", "respond", "status", 503)),
                fault("setShutdownTimer", Map.of("effect", "lose_response")),
                fault("updateInstanceTitle", Map.of("effect", "respond", "status", 503)),
                fault("destroyInstance", Map.of("effect", "respond", "status", 500)),
                fault("destroyInstance", Map.of("effect", "lose_response")),
                fault("listInstances", Map.of("effect", "reset_connection")),
                Map.of("api_key", program.key, "effect", "boot_fails", "probability", 0.3));
        return all.stream()
                .filter(fault -> random.nextBoolean())
                .map(fault ->
                        program.administer("POST", "/faults", fault).path("id").asString())
                .toList();
    }

    private Map<String, ?> fault(String operation, Map<String, ?> effect) {
        Map<String, Object> fault = new HashMap<>(effect);
        fault.putAll(Map.of("api_key", program.key, "operation", operation, "probability", 0.3));
        return fault;
    }
}
