package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.FastTimer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuoteFolderTest extends CommandTestBase {

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(program.journal.resolve("mcp").resolve("quotes"))) {
            return files.toList();
        }
    }

    @Test
    void aRentalThatCreatedNothingIsForgottenWithItsQuote() throws Exception {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            String quote = McpCommandTest.quote(agent);
            String noGpu = "{\"code\": 0, \"msg\": \"success\", \"data\": {\"total\": 0, \"gpu_list\": []}}";
            program.fault("listGpus", Map.of("status", 200, "body", noGpu));
            agent.rental("rent", quote);
            agent.awaitState(quote, "failed");
        }
        try (Agent next = Agent.start(program, McpCommandTest.LIMITS)) {
            assertThat(next.tools()).isNotEmpty();
            assertThat(files()).hasSize(1);
        }
        FastTimer timer = new FastTimer();
        timer.sleep(Duration.ofMinutes(11));
        try (Agent last = Agent.start(program.with(timer), McpCommandTest.LIMITS)) {
            assertThat(last.tools()).isNotEmpty();
            assertThat(files()).isEmpty();
        }
    }

    @Test
    void callsWithLargeTextsWriteNothing() throws Exception {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            Map<String, ?> wanted = Map.of("pod_uuid", "pod-comfyui", "pod_tag", "x".repeat(900_000), "minutes", 60);

            assertThat(agent.failure("quote_rental", wanted)).hasSizeLessThan(1000);
            assertThat(files()).isEmpty();
        }
    }
}
