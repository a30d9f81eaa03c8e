package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The calls of an agent while its rental begins and runs. */
class RunningRentalsTest extends CommandTestBase {

    private static Map<String, ?> minutes(String quote, int minutes) {
        return Map.of("quote_id", quote, "minutes", minutes);
    }

    private static Instant end(JsonNode rental) {
        return Instant.parse(rental.path("ends_at").asString());
    }

    @Test
    void oneCallWaitsUntilARentalRuns() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented();

            JsonNode rental = agent.call("rental", Map.of("quote_id", quote, "wait_seconds", 50));

            assertThat(rental.path("state").asString()).isEqualTo("running");
        }
    }

    @Test
    void aWaitEndsAfterItsSeconds() throws IOException {
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "never_boot"));
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented("booting");

            JsonNode rental = agent.call("rental", Map.of("quote_id", quote, "wait_seconds", 1));

            assertThat(rental.path("state").asString()).isEqualTo("booting");
        }
    }

    @Test
    void aWaitReportsProgressToAClientThatAsksForIt() throws IOException {
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "never_boot"));
        for (Agent each : List.of(
                Agent.start(program, McpCommandTest.LIMITS),
                Agent.withoutSession(program, null, McpCommandTest.LIMITS))) {
            try (Agent agent = each) {
                String quote = agent.rented("booting");

                List<JsonNode> progress = agent.progress("rental", Map.of("quote_id", quote, "wait_seconds", 2));

                assertThat(progress)
                        .extracting(message -> message.path("message").asString())
                        .contains("booting");
                assertThat(progress)
                        .extracting(message -> message.path("total").asInt())
                        .containsOnly(2);
                agent.rental("end_rental", quote);
            }
        }
    }

    @Test
    void aRentalIsExtendedOnceHoweverOftenAnAgentAsks() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented("running");
            Instant before = end(agent.rental("rental", quote));

            List<Instant> ends = new ArrayList<>();
            for (int minutes : new int[] {90, 90, 60, 90}) {
                ends.add(end(agent.call("extend_rental", minutes(quote, minutes))));
            }

            assertThat(ends).containsOnly(before.plus(Duration.ofMinutes(30)));
        }
    }

    @Test
    void anExtendedRentalIsStillExtendedAfterARestart() throws IOException {
        String quote;
        Instant end;
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            quote = agent.rented("running");
            end = end(agent.call("extend_rental", minutes(quote, 120)));
        }
        try (Agent next = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(end(next.awaitState(quote, "running"))).isEqualTo(end);
        }
    }

    @Test
    void anExtensionStaysWithinTheLimits() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.rented("running");
            Instant before = end(agent.rental("rental", quote));

            assertThat(agent.failure("extend_rental", minutes(quote, 300))).contains("--max-lifetime");
            String beyond = agent.failure("extend_rental", minutes(quote, 200));

            assertThat(beyond).startsWith("the operator's --limit leaves 5.").endsWith(" minutes fit");
            assertThat(end(agent.rental("rental", quote))).isEqualTo(before);
            int fitting = Integer.parseInt(beyond.replaceFirst(".*at most (\\d+) minutes fit", "$1"));
            agent.call("extend_rental", minutes(quote, fitting));
        }
    }

    @Test
    void aPersonAgreesToAnExpensiveExtension() throws IOException {
        try (Agent agent = Agent.withPerson(program, false, McpCommandTest.limits("--ask-above", "5"))) {
            String quote = agent.rented("running");

            assertThat(agent.failure("extend_rental", minutes(quote, 120)))
                    .isEqualTo("the person does not agree. Nothing was extended");
            assertThat(agent.question)
                    .isEqualTo("It costs at most 8.06 instead of 4.10, and ends after 2 h 0 min instead of 1 h 0 min."
                            + " Extend the rental " + quote + "?");
        }
    }

    @Test
    void onlyARentalThatRunsIsExtended() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = agent.quote();
            String message = "rental " + quote + " does not run. Nothing was extended";
            assertThat(agent.failure("extend_rental", minutes(quote, 90))).isEqualTo(message);
            agent.rental("rent", quote);
            agent.awaitState(quote, "running");
            agent.rental("end_rental", quote);

            assertThat(agent.failure("extend_rental", minutes(quote, 90))).isEqualTo(message);
        }
    }

    @Test
    void thePurposeIsTheTitleOfTheInstance() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            Map<String, ?> wanted = Map.of("pod_uuid", "pod-comfyui", "minutes", 60, "purpose", "draw cats");
            String quote = agent.call("quote_rental", wanted).path("quote_id").asString();
            agent.rental("rent", quote);

            assertThat(agent.awaitState(quote, "running").path("purpose").asString())
                    .isEqualTo("draw cats");
            try (GpuCloudClient client = program.client()) {
                assertThat(client.instances().list().get(0).title()).endsWith(": draw cats");
            }
        }
    }

    @Test
    void aLimitOfOpenRentalsNamesTheRemedy() throws IOException {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            agent.rented("running");

            assertThat(agent.failure("quote_rental", Map.of("pod_uuid", "pod-comfyui", "minutes", 10)))
                    .isEqualTo("the operator's --max-open allows 1 open rentals, and so many are open: end one with"
                            + " end_rental first (see list_rentals)");
        }
    }
}
