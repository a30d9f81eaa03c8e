package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.resource.InstanceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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
                        "cost_per_hour_at_most",
                        "lasts_for",
                        "limit",
                        "limit_window",
                        "spent",
                        "reserved",
                        "instances",
                        "journal");
        assertThat(status.path("instances").get(0).path("price_per_hour").decimalValue())
                .isEqualByComparingTo("3.96");
        assertThat(status.path("instances").get(0).propertyNames())
                .containsExactly(
                        "instance_uuid",
                        "status",
                        "gpu",
                        "price_per_hour",
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
    void confirmsAShutdownTimer() {
        String uuid = program.keep();

        assertThat(program.run("timer", uuid, "2h").out()).contains("outcome        confirmed");
        Program.Run early = program.run("timer", uuid, "1m");
        assertThat(early.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(program.run("timer", "no-such-instance", "2h").status()).isEqualTo(ExitStatus.REJECTED);
    }

    @Test
    void asksBeforeItDestroysWhatItHasNotRented() {
        String uuid = created();

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
        String uuid = created();
        LeaseOptions options = LeaseOptions.builder().journal(program.journal).build();
        try (GpuCloudClient client = program.client();
                Leases leases = Leases.of(client, options)) {
            leases.adopt(uuid, Duration.ofHours(1));

            assertThat(program.run("status").out()).containsPattern("leased +may run .*" + uuid);
            assertThat(program.run("destroy", uuid).err()).contains("add --yes");
            assertThat(program.instances()).containsExactly(uuid);
        }
    }

    @Test
    void limitsTheInstancesThatAreOpenAtTheSameTime() {
        LeaseOptions options =
                LeaseOptions.builder().journal(program.journal).maxOpenLeases(1).build();
        try (GpuCloudClient client = program.client();
                Leases leases = Leases.of(client, options)) {
            leases.adopt(created(), Duration.ofHours(1));

            Program.Run second = program.rent("--max-open", "1", "--", "true");
            assertThat(second.status()).isEqualTo(ExitStatus.NOT_AVAILABLE);
            assertThat(second.err()).contains("--max-open 1 is reached");
            assertThat(program.rent("--max-open", "2", "--", "true").status()).isZero();
        }
    }

    /** An instance that no lease has created. */
    private String created() {
        try (GpuCloudClient client = program.client()) {
            InstanceSpec spec = InstanceSpec.builder()
                    .podUuid("pod-comfyui")
                    .gpuUuid("gpu-rtx-4090")
                    .build();
            return client.instances().create(spec).instanceUuid();
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
    }

    @Test
    void restrictsTheFolderOfTheJournal() throws IOException {
        program.rent("--", "true");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program.journal)))
                .isEqualTo("rwx------");
    }

    @Test
    void printsEachChangeOfAnInstance() {
        try (GpuCloudClient client = program.client()) {
            Program.Run watched = program.with(new ScriptedPauses(List.of(
                            this::created, () -> {}, () -> program.instances().forEach(client.instances()::destroy))))
                    .run("watch");

            assertThat(watched.status()).isZero();
            assertThat(watched.out().lines())
                    .hasSize(2)
                    .allMatch(line -> line.contains(": absent -> ") || line.endsWith(" -> absent"));
        }
    }

    @Test
    void doesNotWatchWithoutAReader() {
        Runnable nothing = () -> {};
        Program.Run watched = program.with(new ScriptedPauses(List.of(this::created, nothing, nothing)))
                .runWithoutOutput("watch");

        assertThat(watched.status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void namesTheKeptInstanceIfTheOutputCannotBeWritten() {
        Program.Run kept = program.runWithoutOutput("rent", "--pod", "pod-comfyui", "--for", "1h", "--keep");

        assertThat(kept.status()).isEqualTo(ExitStatus.LEFT);
        assertThat(kept.err()).contains("Instance " + program.instances().get(0) + " is kept");
    }

    @Test
    void pausesBetweenTwoLooks() {
        Program.Run watched =
                program.with(new ScriptedPauses(List.of(this::created))).run("watch", "--poll", "0s");

        assertThat(watched.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(watched.err()).contains("--poll must be positive");
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

    /** Does something at the beginning of each pause, and ends after the last. */
    private static final class ScriptedPauses implements WaitTimer {

        private final Queue<Runnable> actions;

        private ScriptedPauses(List<Runnable> actions) {
            this.actions = new ArrayDeque<>(actions);
        }

        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration pause) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void sleep(Duration pause) throws InterruptedException {
            Runnable next = actions.poll();
            if (next == null) {
                throw new InterruptedException();
            }
            next.run();
        }
    }
}
