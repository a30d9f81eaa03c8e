package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Bill;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Agents that call again after every error, while responses are lost, the service fails, and servers are killed. The
 * number of runs is the system property {@code agent.runs}; {@code agent.seed} is the first one.
 */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AgentRunsIT {

    private static final Set<String> OVER = Set.of("ended", "failed", "outcome_unknown");
    private static final BigDecimal LIMIT = BigDecimal.TEN;
    private static final int MOST_CALLS = 1500;

    private static final String[] OPTIONS = {
        "--allow-rent",
        "--limit",
        LIMIT + "/24h",
        "--max-hourly",
        "5",
        "--max-open",
        "1",
        "--max-lifetime",
        "1h",
        "--poll",
        "0.1s",
        "--window",
        "1s",
        "--sole-user",
        "--quiet"
    };

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1s", "stub.lifecycle.shutdown=0s");

    static LongStream runs() {
        long first = Long.getLong("agent.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("agent.runs", 10));
    }

    /** A server that does not respond cannot be interrupted. */
    @ParameterizedTest
    @MethodSource("runs")
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void createsAtMostOneInstancePerQuoteAndLeavesNone(long seed, @TempDir Path folder) throws Exception {
        try (Run run = new Run(new Program(stub, folder), new Random(seed))) {
            run.injectFaults();
            String quote = run.quote();
            run.call("rent", quote, "running");
            String end = run.call("end_rental", quote, "ended");

            assertThat(run.program.created())
                    .as("create requests that took effect")
                    .isLessThanOrEqualTo(1);
            assertThat(run.program.instances()).hasSizeLessThanOrEqualTo(end.equals("outcome_unknown") ? 1 : 0);
            assertThat(run.billed()).isLessThanOrEqualTo(LIMIT);
        }
    }

    @Test
    void anOutcomeIsUnknownAfterASearchInVain(@TempDir Path folder) throws Exception {
        Program program = new Program(stub, folder);
        String quote;
        try (Run run = new Run(program, new Random(1))) {
            program.fault("createInstanceByPod", Map.of("status", 503, "delay_ms", 60_000, "times", 1));
            quote = run.quote();
            run.agent.rental("rent", quote);
            // The fault is gone as soon as the request has arrived.
            while (program.administer("GET", "/faults", Map.of()).toString().contains(program.key)) {
                run.agent.pause();
            }
        }
        try (Agent next = Agent.start(program.with(new FastTimer(Duration.ofMinutes(30))), OPTIONS)) {
            next.awaitState(quote, "outcome_unknown");
        }
    }

    /** A server that is started again when it was killed. */
    private static final class Run implements AutoCloseable {

        final Program program;
        private final Random random;
        private Process server;
        private Agent agent;

        Run(Program program, Random random) throws IOException {
            this.program = program;
            this.random = random;
            server = start();
            agent = Agent.of(server);
        }

        private Process start() throws IOException {
            return new ProcessBuilder(program.process("mcp", OPTIONS))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        }

        void injectFaults() {
            program.fault("createInstanceByPod", Map.of("effect", "lose_response", "probability", 0.3));
            program.fault("createInstanceByPod", Map.of("status", 429, "retry_after", 0, "probability", 0.2));
            program.fault("destroyInstance", Map.of("status", 500, "probability", 0.2));
            program.fault("setShutdownTimer", Map.of("status", 503, "probability", 0.2));
            program.fault("listInstances", Map.of("effect", "reset_connection", "probability", 0.1));
        }

        String quote() throws Exception {
            Map<String, ?> wanted = Map.of("pod_uuid", "pod-comfyui", "gpu_uuid", "gpu-rtx-4090", "minutes", 30);
            return agent.call("quote_rental", wanted).path("quote_id").asString();
        }

        /**
         * Calls again until the rental has the state, or is over. Returns its last state. After a kill during a create
         * request that had no effect, the next server would search for minutes.
         */
        String call(String tool, String quote, String wanted) throws Exception {
            String state = "";
            int kills = random.nextInt(2);
            for (int calls = 0; !state.equals(wanted) && !OVER.contains(state) && !isSearchedInVain(state); calls++) {
                if (kills > 0 && random.nextInt(4) == 0) {
                    kills--;
                    killDuring(tool, quote);
                }
                JsonNode result = agent.result(tool, Map.of("quote_id", quote));
                assertThat(calls).as("calls until %s: %s", wanted, result).isLessThan(MOST_CALLS);
                boolean notRented = result.path("content").toString().contains("Nothing was created");
                state = notRented
                        ? "failed"
                        : result.path("structuredContent").path("state").asString("");
                agent.pause();
            }
            return state;
        }

        private boolean isSearchedInVain(String state) {
            return state.equals("searching") && program.created() == 0;
        }

        private void killDuring(String tool, String quote) throws Exception {
            Map<String, String> rental = Map.of("quote_id", quote);
            for (int calls = random.nextInt(20); calls > 0; calls--) {
                agent.result(tool, rental);
                agent.pause();
            }
            agent.begin(tool, rental);
            server.destroyForcibly().onExit().join();
            server = start();
            agent = Agent.of(server);
        }

        BigDecimal billed() {
            try (GpuCloudClient client = program.client()) {
                return client.billing().bills().stream()
                        .map(Bill::amount)
                        .filter(Objects::nonNull)
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
            }
        }

        @Override
        public void close() {
            server.destroyForcibly().onExit().join();
        }
    }
}
