package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Rentals while responses are lost and the service fails at random, others destroy the instance, its timer ends it, a
 * process of another host has left one, and processes are killed. The number of runs is the system property
 * {@code rent.runs}; {@code rent.seed} is the first one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class RentRunsTest extends CommandTestBase {

    private static final int KILLED = 128 + 9;

    /** A rental that succeeds has about 14. */
    private static final int MOST_REQUESTS = 18;

    /** The states in which an instance may be gone that the result names: another process may have destroyed it. */
    private static final List<String> MAY_BE_GONE = List.of("planned", "lost", "ending");

    private int created;
    private int kills;
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

    /** A process that rents is killed, half of the time another one that resumes as well, and the last one recovers. */
    @ParameterizedTest
    @MethodSource("runs")
    void namesWhatKilledProcessesLeave(long seed) throws Exception {
        Random random = new Random(seed);
        program.accelerate();
        if (random.nextInt(3) == 0) {
            program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "never_boot", "times", 1));
        }
        String command = random.nextBoolean() ? "kill -KILL $PPID" : "exit " + random.nextInt(2);
        runAndKill(random, "rent", "--pod", "pod-comfyui", "--for", "8h", "--", "sh", "-c", command);
        if (random.nextBoolean()) {
            runAndKill(random, "recover", "--resume", "--", "sh", "-c", command);
        }
        created += (int) program.created();

        Program.Run recovered = program.run("recover", "--output", "json", "--poll", "5s", "--window", "5s");

        List<String> left = program.instances();
        named += left.size();
        assertThat(recovered.status()).as(recovered.err()).isEqualTo(left.isEmpty() ? 0 : ExitStatus.LEFT);
        assertThat(uuids(recovered.json().path("candidates"))).containsAll(left);
    }

    /** Runs a process that is killed at one of its requests, or before its command ends, or not at all. */
    private void runAndKill(Random random, String name, String... arguments) throws Exception {
        Path file = program.journal.resolveSibling(name + ".json");
        Path errors = program.journal.resolveSibling(name + ".txt");
        List<String> faults = injectFaults(random);
        KillingProxy.Moment[] moments = KillingProxy.Moment.values();
        KillingProxy.Moment moment = moments[random.nextInt(moments.length)];
        int status;
        try (KillingProxy proxy = new KillingProxy(program.baseUrl(), 1 + random.nextInt(MOST_REQUESTS), moment)) {
            List<String> options =
                    new ArrayList<>(List.of("--base-url", proxy.baseUrl().toString()));
            options.addAll(List.of("--result", file.toString(), "--poll", "5s", "--window", "5s", "--account-use"));
            options.add(random.nextBoolean() ? "sole_user" : "shared");
            options.addAll(List.of(arguments));
            status = proxy.run(
                    new ProcessBuilder(program.process(AcceleratedTimer.class, name, options.toArray(String[]::new)))
                            .redirectError(errors.toFile())
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD));
        }
        faults.forEach(program::removeFault);
        JsonNode result = JsonMapper.shared().readTree(Files.readString(file));
        List<String> running = program.instances();
        List<JsonNode> journal = program.run("status", "--output", "json")
                .json()
                .path("journal")
                .valueStream()
                .toList();
        String about = name + ", " + moment + ": " + status + result + running + journal + Files.readString(errors);
        if (status == KILLED) {
            kills++;
        } else {
            assertThat(result.path("exit_status").asInt()).as(about).isEqualTo(status);
        }
        List<String> left =
                result.path("left").valueStream().map(JsonNode::asString).toList();
        if (!result.path("outcome_unknown").asBoolean()) {
            assertThat(left).as(about).containsAll(running);
        }
        if (!MAY_BE_GONE.contains(result.path("state").asString())) {
            assertThat(running).as(about).containsAll(left);
        }
        assertThat(running)
                .as(about)
                .allMatch(uuid -> journal.stream()
                        .map(entry -> entry.path("instance_uuid"))
                        .anyMatch(known -> known.isNull() || known.asString().equals(uuid)));
    }

    private static List<String> uuids(JsonNode list) {
        return list.valueStream()
                .map(each -> each.path("instance_uuid").asString())
                .toList();
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
            System.out.println(created + " instances created, " + kills + " kills, " + named + " left and named");
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
