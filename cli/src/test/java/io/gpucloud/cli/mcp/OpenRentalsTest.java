package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.FastTimer;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.command.PrivateFiles;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rentals that an agent does not remember, or that others ended. */
class OpenRentalsTest extends CommandTestBase {

    @Test
    void anAgentThatLostItsContextFindsItsRentals() throws Exception {
        String quote;
        String uuid;
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(agent.call("list_rentals", Map.of()).path("rentals")).isEmpty();
            quote = agent.rented();
            uuid = agent.awaitState(quote, "running").path("instance_uuid").asString();
        }
        try (Agent next = Agent.start(program, McpCommandTest.LIMITS)) {
            next.awaitState(quote, "running");
            for (String tool : new String[] {"list_rentals", "account_status"}) {
                JsonNode rentals = next.call(tool, Map.of()).path("rentals");

                assertThat(rentals).as(tool).hasSize(1);
                JsonNode rental = rentals.path(0);
                assertThat(rental.path("quote_id").asString()).isEqualTo(quote);
                assertThat(rental.path("state").asString()).isEqualTo("running");
                assertThat(rental.path("instance_uuid").asString()).isEqualTo(uuid);
                assertThat(rental.path("cost_so_far_at_most").isNumber()).isTrue();
                assertThat(rental.path("ends_at").asString()).isNotEmpty();
            }
            next.rental("end_rental", quote);
            assertThat(next.call("list_rentals", Map.of()).path("rentals")).isEmpty();
        }
    }

    @Test
    void anInstanceThatIsGoneDoesNotRun() throws Exception {
        try (GpuCloudClient client = program.client();
                Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented();
            client.instances()
                    .destroy(agent.awaitState(quote, "running")
                            .path("instance_uuid")
                            .asString());

            assertThat(agent.rental("rental", quote).path("state").asString()).isNotEqualTo("running");
            agent.awaitState(quote, "ended");
        }
    }

    /** A gateway limits the rate of responses, although the service has carried the request out. */
    @Test
    void aRejectionOfARequestThatTookEffectIsNotFollowedByASecondInstance() throws Exception {
        program.fault("createInstanceByPod", Map.of("effect", "respond_after_effect", "status", 429, "times", 1));
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented();

            JsonNode rental = agent.call("rental", Map.of("quote_id", quote, "wait_seconds", 50));

            assertThat(rental.path("state").asString()).isEqualTo("outcome_unknown");
            assertThat(rental.path("candidates").values())
                    .extracting(JsonNode::asString)
                    .isEqualTo(program.instances());
        }
        assertThat(program.created()).isEqualTo(1);
    }

    @Test
    void aRentalThatItsAgentForgetsEnds() throws Exception {
        FastTimer timer = new FastTimer(Duration.ofHours(1));
        try (Agent agent = Agent.start(program.with(timer), McpCommandTest.LIMITS)) {
            String quote = agent.call("quote_rental", quoted(Map.of("idle_minutes", 5)))
                    .path("quote_id")
                    .asString();
            agent.rental("rent", quote);
            agent.awaitState(quote, "running");
            timer.sleep(Duration.ofMinutes(4));
            assertThat(agent.rental("rental", quote).path("state").asString()).isEqualTo("running");

            timer.sleep(Duration.ofMinutes(6));
            while (!agent.call("list_rentals", Map.of()).path("rentals").isEmpty()) {
                Thread.onSpinWait();
            }

            JsonNode rental = agent.rental("rental", quote);
            assertThat(rental.path("state").asString()).isEqualTo("ended");
            assertThat(rental.path("message").asString()).isEqualTo("the instance was idle, and is destroyed");
            assertThat(program.instances()).isEmpty();
        }
    }

    @Test
    void theOperatorLimitsTheIdleTimeOfQuotes() throws Exception {
        try (Agent agent = Agent.start(program, withMaxIdle())) {
            assertThat(idleMinutes(agent, Map.of())).isEqualTo(30);
            assertThat(idleMinutes(agent, Map.of("idle_minutes", 5))).isEqualTo(5);
            assertThat(agent.result("quote_rental", quoted(Map.of("idle_minutes", 31)))
                            .toString())
                    .contains("a rental may be idle for at most 30 minutes, not 31: the operator's --max-idle");
        }
        assertThat(program.run("mcp", McpCommandTest.limits("--max-idle", "4m")).err())
                .contains("--max-idle must be at least 5m. It is 4 min");
    }

    private static String[] withMaxIdle() {
        return McpCommandTest.limits("--max-idle", "30m");
    }

    private static int idleMinutes(Agent agent, Map<String, ?> more) throws IOException {
        return agent.call("quote_rental", quoted(more)).path("idle_minutes").asInt();
    }

    private static Map<String, Object> quoted(Map<String, ?> more) {
        Map<String, Object> arguments = new HashMap<>(Map.of("pod_uuid", "pod-comfyui", "minutes", 60));
        arguments.putAll(more);
        return arguments;
    }

    @Test
    void theNextServerNamesTheCandidatesOfACreateRequestInDoubt(@TempDir Path folder) throws Exception {
        String[] limits = Stream.of(McpCommandTest.LIMITS)
                .map(option -> option.equals("0.1s") ? "2s" : option)
                .toArray(String[]::new);
        Program next = program.elsewhere(folder);
        program.loseTheNextResponse();
        String quote;
        try (Agent killed = Agent.start(program, limits)) {
            quote = killed.rented("searching");
            // As if the server were killed now.
            copy(program.journal.resolve("mcp"), next.journal.resolve("mcp"));
        }
        FastTimer timer = new FastTimer(Duration.ofHours(1));
        try (Agent agent = Agent.start(next.with(timer), limits)) {
            while (agent.rental("rental", quote).path("candidates").isEmpty()) {
                Thread.onSpinWait();
            }
            timer.sleep(Duration.ofMinutes(10));
            agent.awaitState(quote, "outcome_unknown");
            for (String tool : List.of("rental", "rent", "end_rental")) {
                JsonNode rental = agent.rental(tool, quote);

                assertThat(rental.path("state").asString()).as(tool).isEqualTo("outcome_unknown");
                assertThat(rental.path("candidates").valueStream().map(JsonNode::asString))
                        .as(tool)
                        .containsExactlyElementsOf(program.instances())
                        .hasSize(1);
                assertThat(rental.path("message").asString()).as(tool).contains("gpu-cloud destroy");
            }
            assertThat(agent.call("list_rentals", Map.of()).path("rentals")).hasSize(1);
        }
        assertThat(program.created()).isEqualTo(1);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    PrivateFiles.createFolder(copy);
                } else if (file.toString().contains(".json")) {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
