package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SandboxTimeTest extends CommandTestBase {

    /** The timer of the rental is always at most twelve minutes ahead. */
    @Test
    void aRentalIsRenewedWhileHalfAnHourPassesAtOnce() throws IOException {
        SandboxTime time = new SandboxTime(program.clock());
        try (Agent agent = Agent.start(program.with(time), McpCommandTest.LIMITS)) {
            String quote = agent.quote();
            agent.rental("rent", quote);
            agent.awaitState(quote, "running");

            time.advance(Duration.ofMinutes(30));

            JsonNode rental = agent.rental("rental", quote);
            assertThat(rental.path("state").asString()).isEqualTo("running");
            assertThat(rental.path("cost_so_far_at_most").decimalValue()).isGreaterThan(BigDecimal.ONE);

            time.advance(Duration.ofDays(30));

            assertThat(agent.rental("rental", quote).path("state").asString()).isEqualTo("ended");
            assertThat(program.instances()).isEmpty();
        }
    }
}
