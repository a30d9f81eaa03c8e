package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tools.jackson.databind.JsonNode;

@DisabledOnOs(OS.WINDOWS)
class InstanceCommandsTest extends CommandTestBase {

    @Test
    void printsBalanceAndInstances() {
        String uuid = program.keep("--title", "training");

        assertThat(program.run("status").out())
                .contains("balance                1000.00", "cost per hour at most  3.96", uuid, "training");
        JsonNode status = program.run("status", "--output", "json").json();
        assertThat(status.propertyNames())
                .containsExactly(
                        "at",
                        "balance",
                        "compute_cards",
                        "cost_per_hour",
                        "cost_per_hour_at_most",
                        "lasts_for",
                        "limit",
                        "limit_window",
                        "spent",
                        "reserved",
                        "instances",
                        "journal",
                        "findings");
        assertThat(status.path("instances").get(0).path("price_per_hour").decimalValue())
                .isEqualByComparingTo("1.98");
        assertThat(status.path("instances").get(0).path("at_most_per_hour").decimalValue())
                .isEqualByComparingTo("3.96");
        assertThat(status.path("instances").get(0).propertyNames())
                .containsExactly(
                        "instance_uuid",
                        "status",
                        "gpu",
                        "price_per_hour",
                        "at_most_per_hour",
                        "timer_ends_at",
                        "title",
                        "created_at",
                        "started_at",
                        "gpu_uuid",
                        "gpu_count",
                        "image_uuid",
                        "server_urls");
    }

    @Test
    void printsWhatIsLeftOfTheLimit() {
        program.keep("--limit", "5/24h");

        Program.Run second = program.rent("--limit", "5/24h", "--", "true");
        assertThat(second.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
        assertThat(program.run("status", "--limit", "5/24h").out())
                .contains("limit                  5.00", "limit window           1 d 0 h")
                .containsPattern("reserved +[1-9]");
    }

    @Test
    void reservesNothingForWhatItHasKeptAndDestroyed() {
        String uuid = program.keep("--limit", "5/24h");
        assertThat(reserved()).isPositive();

        program.run("destroy", uuid);
        assertThat(reserved()).isZero();
    }

    private BigDecimal reserved() {
        return program.run("status", "--limit", "5/24h", "--output", "json")
                .json()
                .path("reserved")
                .decimalValue();
    }

    @Test
    void confirmsAShutdownTimer() {
        String uuid = program.keep();

        assertThat(program.run("timer", uuid, "2h").out()).contains("outcome        confirmed");
        Program.Run early = program.run("timer", uuid, "1m");
        assertThat(early.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(program.run("timer", "no-such-instance", "2h").status()).isEqualTo(ExitStatus.REJECTED);
    }

    @Test
    void extendsWhatItHasKeptWithinTheLimits() {
        String uuid = program.keep("--limit", "10/24h");
        BigDecimal before = reserved();

        Program.Run extended = program.run("extend", uuid, "--for", "1h", "--limit", "10/24h");
        assertThat(extended.out()).contains("outcome        confirmed");
        assertThat(reserved()).isGreaterThan(before.add(new BigDecimal("3.90")));
        Program.Run beyond = program.run("extend", uuid, "--for", "9h", "--limit", "10/24h");
        assertThat(beyond.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
        assertThat(program.run("extend", program.create("of another program"), "--for", "1h")
                        .err())
                .contains("gpu-cloud timer");
        assertThat(program.instances()).contains(uuid);
    }

    @Test
    void changesNothingIfTheTimerOfAKeptInstanceCannotBeSet() {
        String uuid = program.keep();
        program.fault("setShutdownTimer", Map.of("status", 400));

        assertThat(program.run("extend", uuid, "--for", "1h").status()).isEqualTo(ExitStatus.REJECTED);
        assertThat(program.instances()).containsExactly(uuid);
    }

    @Test
    void asksBeforeItDestroysWhatItHasNotRented() {
        String uuid = program.create("of another program");

        Program.Run unasked = program.run("destroy", uuid);
        assertThat(unasked.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(unasked.err()).contains("add --yes");
        assertThat(program.instances()).containsExactly(uuid);

        assertThat(program.run("destroy", uuid, "--yes").out()).contains("destroyed  " + uuid);
        assertThat(program.instances()).isEmpty();
        assertThat(program.run("destroy", uuid, "--yes").status()).isEqualTo(ExitStatus.REJECTED);
    }

    @Test
    void destroysWithoutAQuestionWhatTheJournalProves() {
        String uuid = program.keep("--tag", "run-17");

        assertThat(program.run("status").out()).containsPattern("kept .*" + uuid + " +run-17");
        assertThat(program.run("destroy", uuid).out()).contains("destroyed  " + uuid);
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void asksBeforeItDestroysWhatAProcessUses() {
        String uuid = program.create("of another program");
        LeaseOptions options = LeaseOptions.builder().journal(program.journal).build();
        try (GpuCloudClient client = program.client();
                Leases leases = Leases.of(client, options)) {
            leases.adopt(uuid, Duration.ofHours(1));

            assertThat(program.run("status").out()).containsPattern("running +runs .*" + uuid);
            assertThat(program.run("destroy", uuid).err()).contains("add --yes");
            assertThat(program.run("extend", uuid, "--for", "1h").err()).contains("a running process holds instance");
            assertThat(program.instances()).containsExactly(uuid);
        }
    }

    @Test
    void limitsTheInstancesThatAreOpenAtTheSameTime() {
        LeaseOptions options =
                LeaseOptions.builder().journal(program.journal).maxOpenLeases(1).build();
        try (GpuCloudClient client = program.client();
                Leases leases = Leases.of(client, options)) {
            leases.adopt(program.create("of another program"), Duration.ofHours(1));

            Program.Run second = program.rent("--max-open", "1", "--", "true");
            assertThat(second.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
            assertThat(second.err()).contains("--max-open 1 is reached");
            assertThat(program.rent("--max-open", "2", "--", "true").status()).isZero();
        }
    }

    @Test
    void savesAnImage() {
        Program.Run saved = program.run("save-image", program.keep(), "trained", "--quiet");

        assertThat(saved.out()).contains("title       trained");
    }

    @Test
    void previewsASweep() {
        String uuid = program.keep("--owner", "nightly");
        String[] all = {"--older-than", "0.001s", "--include-timed", "--owner", "nightly"};

        assertThat(program.run("sweep", "--older-than", "0.001s", "--include-timed")
                        .out())
                .contains("found: none", "other owner");
        Program.Run preview = program.run("sweep", all);
        assertThat(preview.out()).contains("found:", uuid);
        assertThat(preview.err()).contains("nothing was destroyed");
        assertThat(program.instances()).containsExactly(uuid);

        assertThat(program.run("sweep", "--older-than", "0.001s", "--include-timed", "--owner", "nightly", "--yes")
                        .out())
                .contains("destroyed:", uuid);
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void calculatesTheCostOfItsRentals() {
        program.rent("--title", "training", "--tag", "run-17", "--", "true");
        program.rent("--title", "evaluation", "--", "true");

        assertThat(program.run("cost", "--by", "title").out())
                .contains("calculated from the rentals", "evaluation", "training");
        assertThat(program.run("cost", "--by", "tag").out()).contains("run-17", "none");
        assertThat(program.run("cost", "--by", "gpu").out()).contains("NVIDIA GeForce RTX 4090");
        assertThat(program.run("cost").out()).contains("bills of the service");
        assertThat(program.run("cost", "--by", "tag", "--since", "31d").status())
                .isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void knowsThePriceOfAnInstanceThatHasNeverRun() {
        program.administer("POST", "/faults", Map.of("api_key", program.key, "effect", "boot_fails"));

        assertThat(program.rent("--", "true").status()).isEqualTo(ExitStatus.FAILED);
        assertThat(program.run("cost", "--by", "tag").out())
                .contains("amounts:")
                .doesNotContain("without price");
    }

    @Test
    void calculatesTheCostOfWhatItHasKeptRecoveredOrRentedForAnAgent() throws IOException {
        program.keep("--tag", "kept");
        program.leaveBehind("killed");
        program.leaveBehind("of an agent", Files.createDirectories(program.journal.resolve("mcp")));

        assertThat(costsAfterHalfAnHour())
                .containsOnlyKeys("kept", "killed", "of an agent")
                .allSatisfy(
                        (tag, amount) -> assertThat(amount).isBetween(new BigDecimal("1.90"), new BigDecimal("3.96")));
        assertThat(program.run("recover").status()).isZero();
        assertThat(costsAfterHalfAnHour()).containsOnlyKeys("kept", "killed", "of an agent");
    }

    private Map<String, BigDecimal> costsAfterHalfAnHour() {
        program.with(new AcceleratedTimer(Instant.now().minusSeconds(1800 / AcceleratedTimer.SPEED)));
        Map<String, BigDecimal> costs = costs();
        program.with(WaitTimer.system());
        return costs;
    }

    private Map<String, BigDecimal> costs() {
        Map<String, BigDecimal> costs = new HashMap<>();
        for (JsonNode cost :
                program.run("cost", "--by", "tag", "--output", "json").json().path("amounts")) {
            costs.put(cost.path("name").asString(), cost.path("amount").decimalValue());
        }
        return costs;
    }

    @Test
    void restrictsTheFolderOfTheJournal() throws IOException {
        program.rent("--", "true");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program.journal)))
                .isEqualTo("rwx------");
    }

    @Test
    void namesTheKeptInstanceIfTheOutputCannotBeWritten() {
        Program.Run kept = program.runWithoutOutput("rent", "--pod", "pod-comfyui", "--for", "1h", "--keep");

        assertThat(kept.status()).isEqualTo(ExitStatus.LEFT);
        assertThat(kept.err()).contains("Instance " + program.instances().get(0) + " is kept");
    }

    @Test
    void findsNothingWrong() {
        Program.Run checked = program.run("doctor");

        assertThat(checked.status()).as(checked.out()).isZero();
        assertThat(checked.out()).contains("API key     ok", "clock       ok", "timer unit  warning");
    }

    @Test
    void checksTheTimerWithAnInstanceThatItDestroys() {
        assertThat(program.run("doctor", "--rent-a-minute", "pod-comfyui").out())
                .contains("timer unit  ok");
        assertThat(program.instances()).isEmpty();
    }

    @Test
    void namesTheRemedyForAKeyThatIsRejected() {
        program.administer("PUT", "/keys/" + program.key, Map.of("status", "disabled"));

        Program.Run checked = program.run("doctor");
        assertThat(checked.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(checked.out()).containsPattern("API key +failed .*--api-key-file");
    }
}
