package io.gpucloud.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.output.Document;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseOptions;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRentalsTest extends CommandTestBase {

    private static final String CLOSING = "closing";

    private final CountDownLatch failed = new CountDownLatch(1);
    private final CountDownLatch mayBeWritten = new CountDownLatch(1);

    /** The failure of a rental, whose message is a part of the result that is written. */
    private final class SlowFailure extends RuntimeException {

        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            failed.countDown();
            try {
                mayBeWritten.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return "slow";
        }
    }

    /** Makes rentals fail, which run on threads of the client. */
    private final class FailingTimer implements WaitTimer {

        private final Thread test = Thread.currentThread();

        @Override
        public Instant now() {
            Thread current = Thread.currentThread();
            if (current != test && !current.getName().equals(CLOSING)) {
                throw new SlowFailure();
            }
            return Instant.now();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration delay) {
            return WaitTimer.system().after(delay);
        }
    }

    @Test
    void closesAfterTheResultsOfRentalsAreWritten(@TempDir Path folder) throws Exception {
        GpuCloudClient client = program.client(new FailingTimer());
        LeaseOptions.Builder options = LeaseOptions.builder()
                .withoutJournal()
                .owner("agent")
                .spendingLimit(BigDecimal.TEN, Duration.ofDays(1))
                .maxHourlyCost(BigDecimal.TEN)
                .maxOpenLeases(1);
        AgentRentals rentals = new AgentRentals(client, options, folder, Duration.ofHours(1), null, null);
        Map<String, AgentTool> tools = rentals.tools();
        Object quote = call(tools, "quote_rental", Map.of("pod_uuid", "pod-comfyui", "minutes", 60))
                .members()
                .get("quote_id");
        call(tools, "rent", Map.of("quote_id", Objects.requireNonNull(quote)));
        failed.await();
        Thread closing = new Thread(rentals::close, CLOSING);
        closing.start();
        while (closing.isAlive() && !waitsForMoreThanTheLeases(closing)) {
            Thread.onSpinWait();
        }

        assertThat(closing.isAlive()).isTrue();

        mayBeWritten.countDown();
        closing.join();
        assertThat(folder.resolve("quotes").resolve(quote + ".json")).content().contains("slow");
        client.close();
    }

    private static Document call(Map<String, AgentTool> tools, String name, Map<String, Object> arguments)
            throws Exception {
        return Objects.requireNonNull(tools.get(name))
                .call(new AgentTool.Call(arguments, question -> true, (waited, most, message) -> {}));
    }

    private static boolean waitsForMoreThanTheLeases(Thread thread) {
        ThreadInfo state = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId(), Integer.MAX_VALUE);
        return state != null
                && state.getThreadState() == Thread.State.WAITING
                && Arrays.stream(state.getStackTrace())
                        .noneMatch(call -> call.getClassName().contains(".lease."));
    }
}
