package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.FastTimer;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.InstanceSpec;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent calls its tool again after a lost response. The page about lost responses has the table. */
class ReportedIncidentsOfAgentsTest extends CommandTestBase {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @BeforeEach
    void loseAResponse() {
        program.loseTheNextResponse();
    }

    @Test
    void aPlainToolCreatesASecondInstance() {
        try (GpuCloudClient client = program.client()) {
            assertThatThrownBy(() -> client.instances().create(SPEC)).isInstanceOf(GpuCloudException.class);
            client.instances().create(SPEC);
        }
        assertThat(program.instances()).hasSize(2);
    }

    @Test
    void aQuoteCreatesOneInstanceHoweverOftenItIsRented() throws IOException {
        String[] options = McpCommandTest.limits("--account-use", "sole_user", "--window", "2m", "--poll", "5s");
        try (Agent agent = Agent.start(program.with(new FastTimer()), options)) {
            String quote = McpCommandTest.quote(agent);
            agent.rental("rent", quote);
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
