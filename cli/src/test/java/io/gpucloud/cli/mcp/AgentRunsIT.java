package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.Program;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Bill;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
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
    private static final int MOST_CALLS = 20_000;

    private static final String[] OPTIONS = ("--allow-rent --max-hourly 5 --max-open 1 --max-lifetime 1h --window 10s"
                    + " --account-use sole_user --quiet --limit " + LIMIT + "/24h")
            .split(" ");

    @AutoClose
    private final GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=20s", "stub.lifecycle.shutdown=0s");

    static LongStream runs() {
        long first = Long.getLong("agent.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("agent.runs", 20));
    }

    /** A server that does not respond cannot be interrupted. */
    @ParameterizedTest
    @MethodSource("runs")
    @Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void createsAtMostOneInstancePerQuoteAndLeavesNone(long seed, @TempDir Path folder) throws Exception {
        List<Set<String>> kills = List.of(Set.of(), Set.of("rent"), Set.of("end_rental"), Set.of("rent", "end_rental"));
        try (Run run = new Run(new Program(stub, folder).accelerate(), new Random(seed), kills.get((int) (seed % 4)))) {
            List<String> faults = run.injectFaults();
            String quote = run.quote();
            run.call("rent", quote, "running");
            String end = run.call("end_rental", quote, "ended");
            faults.forEach(run.program::removeFault);

            assertThat(run.program.created())
                    .as("create requests that took effect")
                    .isLessThanOrEqualTo(1);
            // A busy stub may carry out a request after the search for its instance. Once listed, that is destroyed.
            int left = end.equals("outcome_unknown") ? 1 : 0;
            while (run.program.instances().size() > left) {
                Thread.onSpinWait();
            }
            assertThat(run.billed()).isLessThanOrEqualTo(LIMIT);
        }
    }

    @Test
    void anOutcomeIsUnknownAfterASearchInVain(@TempDir Path folder) throws Exception {
        Program program = new Program(stub, folder).accelerate();
        String quote;
        try (Run run = new Run(program, new Random(), Set.of("rent"))) {
            program.fault("createInstanceByPod", Map.of("status", 503, "delay_ms", 60_000, "times", 1));
            quote = run.quote();
            run.agent.rental("rent", quote);
            // The fault is gone as soon as the request has arrived.
            while (program.administer("GET", "/faults", Map.of()).toString().contains(program.key)) {
                Thread.onSpinWait();
            }
        }
        try (Agent next = Agent.start(program, OPTIONS)) {
            next.awaitState(quote, "outcome_unknown");
        }
    }

    @Test
    void theNextServerEndsWhatAnAgentHasEnded(@TempDir Path folder) throws Exception {
        Program program = new Program(stub, folder);
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "list_lag", "seconds", 5));
        program.loseTheNextResponse();
        String quote;
        try (Run run = new Run(program, new Random(), Set.of("end_rental"))) {
            quote = run.quote();
            run.agent.rental("rent", quote);
            run.agent.awaitState(quote, "searching");
            run.agent.begin("end_rental", Map.of("quote_id", quote));
            while (!QuoteFolderTest.written(program).contains("end_requested")) {
                Thread.onSpinWait();
            }
        }
        try (Agent next = Agent.start(program, OPTIONS)) {
            String state = "";
            while (!state.equals("ended")) {
                state = next.rental("rental", quote).path("state").asString();
                assertThat(state).isNotIn("booting", "running");
            }
            assertThat(program.instances()).isEmpty();
        }
    }

    /** An agent whose server is killed and started again. A server that will not be killed runs in this process. */
    private static final class Run implements AutoCloseable {

        final Program program;
        private final Random random;
        /** The tools during whose call the server will be killed. */
        private final Set<String> kills;

        private @Nullable Process server;
        private Agent agent;

        Run(Program program, Random random, Set<String> kills) throws IOException {
            this.program = program;
            this.random = random;
            this.kills = new HashSet<>(kills);
            agent = start();
        }

        private Agent start() throws IOException {
            if (kills.isEmpty()) {
                server = null;
                return Agent.start(program, OPTIONS);
            }
            server = new ProcessBuilder(program.process("mcp", OPTIONS))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Agent.of(server);
        }

        /** Returns the identifiers of the faults. */
        List<String> injectFaults() {
            return List.of(
                    program.fault("createInstanceByPod", Map.of("effect", "lose_response", "probability", 0.3)),
                    program.fault("createInstanceByPod", Map.of("status", 429, "retry_after", 0, "probability", 0.2)),
                    program.fault("destroyInstance", Map.of("status", 500, "probability", 0.2)),
                    program.fault("setShutdownTimer", Map.of("status", 503, "probability", 0.2)),
                    program.fault("listInstances", Map.of("effect", "reset_connection", "probability", 0.1)));
        }

        String quote() throws Exception {
            Map<String, ?> wanted = Map.of("pod_uuid", "pod-comfyui", "gpu_uuid", "gpu-rtx-4090", "minutes", 30);
            return agent.call("quote_rental", wanted).path("quote_id").asString();
        }

        /** Calls again until the rental has the state, or is over. Returns its last state. */
        String call(String tool, String quote, String wanted) throws Exception {
            if (kills.contains(tool)) {
                killDuring(tool, quote, wanted);
            }
            String state = "";
            for (int calls = 0; !state.equals(wanted) && !OVER.contains(state); calls++) {
                JsonNode result = agent.result(tool, Map.of("quote_id", quote));
                assertThat(calls).as("calls until %s: %s", wanted, result).isLessThan(MOST_CALLS);
                state = state(result);
            }
            return state;
        }

        private static String state(JsonNode result) {
            return result.path("content").toString().contains("Nothing was created")
                    ? "failed"
                    : result.path("structuredContent").path("state").asString("");
        }

        /** Kills the server at once, in a state of the rental, or when the rental is over. */
        private void killDuring(String tool, String quote, String wanted) throws IOException {
            Map<String, String> rental = Map.of("quote_id", quote);
            List<String> states = List.of("", "creating", "booting", "running", "ending");
            String last = states.get(random.nextInt(states.size()));
            agent.begin(tool, rental);
            String state = "";
            while (!state.equals(last) && !state.equals(wanted) && !OVER.contains(state)) {
                state = state(agent.result(tool.equals("rent") ? tool : "rental", rental));
            }
            for (int calls = random.nextInt(20); calls > 0 && !last.isEmpty(); calls--) {
                agent.result("rental", rental);
            }
            kills.remove(tool);
            kill();
            agent = start();
        }

        private void kill() {
            Objects.requireNonNull(server).destroyForcibly().onExit().join();
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
            if (server == null) {
                agent.close();
            } else {
                kill();
            }
        }
    }
}
