package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contents of the folder of the rentals. */
class QuoteFolderTest extends CommandTestBase {

    private String written() throws IOException {
        return written(program);
    }

    static String written(Program program) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(program.journal.resolve("mcp"))) {
            List<Path> journals =
                    files.filter(file -> file.toString().endsWith(".jsonl")).toList();
            for (Path journal : journals) {
                all.append(Files.readString(journal));
            }
        }
        return all.toString();
    }

    private String failed(Agent agent) throws IOException {
        String quote = agent.quote();
        String noGpu = "{\"code\": 0, \"msg\": \"success\", \"data\": {\"total\": 0, \"gpu_list\": []}}";
        program.fault("listGpus", Map.of("status", 200, "body", noGpu, "times", 1));
        agent.rental("rent", quote);
        agent.awaitState(quote, "failed");
        return quote;
    }

    @Test
    void aRentalThatCreatedNothingIsForgottenWhenTheServerEnds() throws Exception {
        String quote;
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            quote = failed(agent);
            assertThat(written()).contains(quote);
        }
        assertThat(written()).doesNotContain(quote);
        try (Agent next = Agent.start(program, McpCommandTest.LIMITS)) {
            for (String tool : List.of("rent", "rental", "end_rental")) {
                assertThat(next.failure(tool, Map.of("quote_id", quote))).contains("Nothing was created");
            }
        }
    }

    @Test
    void rentalsThatCreateNothingDoNotFillTheFolder() throws Exception {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            for (int rentals = 0; rentals < 200; rentals++) {
                failed(agent);
            }
            assertThat(written()).hasSizeLessThan(80_000);
        }
    }

    @Test
    void callsWithLargeTextsWriteNothing() throws Exception {
        try (Agent agent = Agent.start(program, McpCommandTest.LIMITS)) {
            Map<String, ?> wanted = Map.of("pod_uuid", "pod-comfyui", "pod_tag", "x".repeat(900_000), "minutes", 60);

            assertThat(agent.failure("quote_rental", wanted)).hasSizeLessThan(1000);
            assertThat(written()).hasSizeLessThan(1000);
        }
    }
}
