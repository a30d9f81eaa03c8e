package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.FastTimer;
import io.gpucloud.client.error.GpuCloudException;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent calls its tool again after a lost response. The page about lost responses has the table. */
class ReportedIncidentsOfAgentsTest extends CommandTestBase {

    @BeforeEach
    void loseAResponse() {
        program.loseTheNextResponse();
    }

    @Test
    void aPlainToolCreatesASecondInstance() {
        assertThatThrownBy(() -> program.create("one")).isInstanceOf(GpuCloudException.class);
        program.create("another");

        assertThat(program.instances()).hasSize(2);
    }

    @Test
    void aQuoteCreatesOneInstanceHoweverOftenItIsRented() throws IOException {
        String[] options = McpCommandTest.limits("--account-use", "sole_user", "--window", "2m", "--poll", "5s");
        try (Agent agent = Agent.start(program.with(new FastTimer()), options)) {
            String quote = agent.rented();
            agent.rental("rent", quote);
            agent.awaitState(quote, "running");
            agent.rental("rent", quote);
            assertThat(program.instances()).hasSize(1);

            agent.rental("end_rental", quote);
            assertThat(program.instances()).isEmpty();
        }
        assertThat(program.created()).isOne();
    }
}
