package io.gpucloud.cli.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.CommandTestBase;
import io.gpucloud.cli.Program;
import io.gpucloud.cli.ScriptedPauses;
import io.gpucloud.client.GpuCloudClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A monitor that recovers and sweeps, while other programs and people create instances with any title, and processes of
 * its owner are killed. The number of rounds is the system property {@code monitor.rounds}; {@code monitor.seed} begins
 * the random numbers.
 */
@DisabledOnOs(OS.WINDOWS)
@Tag("ci")
class MonitorRunsTest extends CommandTestBase {

    private static final int ROUNDS = Integer.getInteger("monitor.rounds", 50);
    private static final int MOST = 20;

    /** None of them is a title that the leases of the owner {@code gpu-cloud} set. */
    private static final List<String> TITLES = List.of(
            "",
            "training",
            "gpu-cloud",
            "gpu-cloud: a",
            "gpu-cloud.: a",
            "gpu-cloudy.01234567: a",
            "other.01234567: a",
            "GPU-CLOUD.01234567: a",
            " gpu-cloud.01234567: a",
            "x gpu-cloud.01234567: a");

    private final Random random = new Random(Long.getLong("monitor.seed", 1));
    private final List<String> ofOthers = new ArrayList<>();
    private int left;

    @Test
    void touchesNoInstanceOfAnotherOwner() {
        program.with(new ScriptedPauses(Duration.ofHours(12), Collections.nCopies(ROUNDS, this::change)));

        Program.Run run = program.run("monitor", "--every", "61s", "--recover", "--sweep", "--include-timed");

        assertThat(run.status()).as(run.err()).isZero();
        assertThat(program.instances()).containsExactlyInAnyOrderElementsOf(ofOthers);
        assertThat(left).as("instances of killed programs").isPositive();
    }

    private void change() {
        assertThat(program.instances()).containsAll(ofOthers);
        try (GpuCloudClient client = program.client()) {
            if (random.nextInt(10) == 0) {
                program.leaveBehind("job");
                left++;
            } else if (ofOthers.size() < MOST && random.nextBoolean()) {
                ofOthers.add(create(client));
            } else if (!ofOthers.isEmpty()) {
                client.instances().destroy(ofOthers.remove(random.nextInt(ofOthers.size())));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private String create(GpuCloudClient client) {
        String uuid = program.create(TITLES.get(random.nextInt(TITLES.size())));
        if (random.nextBoolean()) {
            client.instances().scheduleShutdown(uuid, Duration.ofHours(2));
        }
        return uuid;
    }
}
