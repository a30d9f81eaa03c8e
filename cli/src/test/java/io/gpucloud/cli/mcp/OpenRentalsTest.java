package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.client.GpuCloudClient;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an agent can find out about rentals that it does not remember, or that others ended. */
class OpenRentalsTest extends CommandTestBase {

    @Test
    void anAgentThatLostItsContextFindsItsRentals() throws Exception {
        String quote;
        String uuid;
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(agent.call("list_rentals", Map.of()).path("rentals")).isEmpty();
            quote = McpCommandTest.quote(agent);
            agent.rental("rent", quote);
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
            String quote = McpCommandTest.quote(agent);
            agent.rental("rent", quote);
            client.instances()
                    .destroy(agent.awaitState(quote, "running")
                            .path("instance_uuid")
                            .asString());

            assertThat(agent.rental("rental", quote).path("state").asString()).isNotEqualTo("running");
            agent.awaitState(quote, "ended");
        }
    }
}
