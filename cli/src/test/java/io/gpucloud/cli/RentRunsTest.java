package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rentals while responses are lost and the service fails at random, others destroy the instance, its timer ends it, and
 * a process of another host has left one. The number of runs is the system property {@code rent.runs};
 * {@code rent.seed} is the first one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class RentRunsTest extends CommandTestBase {

    private int created;
    private int named;

    static LongStream runs() {
        long first = Long.getLong("rent.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("rent.runs", 20));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void leavesNothingThatItDoesNotName(long seed) throws IOException {
        Random random = new Random(seed);
        End end = End.values()[random.nextInt(End.values().length)];
        String ofOtherHost = random.nextBoolean() ? program.leaveBehindOnOtherHost("job") : null;
        List<String> faults = injectFaults(random);
        List<String> arguments = new ArrayList<>();
        if (random.nextBoolean()) {
            arguments.addAll(List.of("--account-use", "sole_user"));
        }
        if (ofOtherHost != null && random.nextBoolean()) {
            arguments.add("--recover-other-hosts");
        }
        if (end != End.COMMAND) {
            program.accelerate();
            arguments.addAll(List.of("--for", "5m", "--poll", "5s", "--window", "5s"));
        }
        arguments.add("--result");
        arguments.add(program.journal.resolveSibling("result.json").toString());
        arguments.add("--");
        arguments.addAll(command(end, random));

        Program.Run run = program.rent(arguments.toArray(String[]::new));

        faults.forEach(program::removeFault);
        created += (int) program.created();
        JsonNode result = JsonMapper.shared().readTree(Files.readString(program.journal.resolveSibling("result.json")));
        assertThat(result.path("exit_status").asInt()).isEqualTo(run.status());
        if (end != End.COMMAND && result.path("instance_uuid").isString() && run.status() != ExitStatus.LEFT) {
            assertThat(run.status()).as(run.err()).isIn(ExitStatus.LOST, ExitStatus.REJECTED, ExitStatus.FAILED);
        }
        List<String> left = program.instances().stream()
                .filter(uuid -> !uuid.equals(ofOtherHost))
                .toList();
        named += left.size();
        if (run.status() == ExitStatus.LEFT) {
            assertThat(left).allSatisfy(uuid -> assertThat(run.err()).contains(uuid));
        } else {
            assertThat(left).as("status %s: %s", run.status(), run.err()).isEmpty();
        }
    }

    /** The cause of the end of a rental. */
    private enum End {
        COMMAND,
        OTHERS,
        TIMER
    }

    private List<String> command(End end, Random random) {
        return switch (end) {
            case COMMAND -> List.of(random.nextBoolean() ? "true" : "false");
            case OTHERS -> List.of("sh", "-c", program.destroyInstance() + "; exec sleep 600");
            case TIMER -> List.of("sleep", "600");
        };
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
