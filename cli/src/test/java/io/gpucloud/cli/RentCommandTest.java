package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpucloud.stub.GpuCloudStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisabledOnOs(OS.WINDOWS)
class RentCommandTest extends CommandTestBase {

    @TempDir
    Path folder;

    private JsonNode result() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("result.json")));
    }

    @Test
    void runsTheCommandWithTheInstanceInItsEnvironment() throws IOException {
        Path output = folder.resolve("output");
        Program.Run rented = program.rent(
                "--title",
                "training",
                "--tag",
                "run-17",
                "--result",
                folder.resolve("result.json").toString(),
                "--",
                "sh",
                "-c",
                "echo $GPU_CLOUD_INSTANCE_UUID $GPU_CLOUD_SERVER_URL $GPU_CLOUD_SERVER_URLS > " + output + "; exit 7");

        assertThat(rented.status()).isEqualTo(7);
        assertThat(rented.out()).isEmpty();
        assertThat(rented.err())
                .contains(
                        " s: creating",
                        " s: booting instance",
                        "at 1.98 per hour, at most 3.96",
                        " s: destroying instance")
                .contains("destroyed instance");
        assertThat(program.instances()).isEmpty();
        String uuid = result().path("instance_uuid").asString();
        assertThat(output).content().matches(uuid + " (https://\\S+) \\[\"\\1\"]\n");
        assertThat(result().path("title").asString()).isEqualTo("training");
        assertThat(result().path("left")).isEmpty();
    }

    @Test
    void writesTheDocumentedResult() throws IOException {
        program.rent("--result", folder.resolve("result.json").toString(), "--", "true");

        assertThat(result().propertyNames())
                .containsExactly(
                        "state",
                        "exit_status",
                        "command_exit_status",
                        "left",
                        "candidates",
                        "outcome_unknown",
                        "message",
                        "title",
                        "tag",
                        "instance_uuid",
                        "gpu_uuid",
                        "gpu_name",
                        "gpu_count",
                        "price_per_hour",
                        "at_most_per_hour",
                        "began_at",
                        "timer_ends_at",
                        "timer_verified",
                        "ended_at",
                        "cost_calculated");
    }

    @Test
    void setsOnlyAShortTimerIfItRenewsIt() throws IOException {
        program.rent("--renew", "1m", "--result", folder.resolve("result.json").toString(), "--", "true");

        Instant began = Instant.parse(result().path("began_at").asString());
        assertThat(Instant.parse(result().path("timer_ends_at").asString())).isBefore(began.plusSeconds(1200));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "121 | --pod-tag 9.9 -- true         | tag",
                "122 | --gpu gpu-h100-80g -- true    | gpu-cloud gpus",
                "122 | --max-price 0.01 -- true      | gpu-cloud gpus",
                "122 | --limit 1/24h -- true         | gpu-cloud status",
                "122 | --max-hourly 1 -- true        | gpu-cloud status",
                "120 | --limit 1 -- true             | no amount for a time",
                "120 | --limit 10/0s -- true          | '10/0s' is no amount for a time",
                "120 | --max-price abc -- true        | 'abc' is no amount",
                "120 | --window 400d -- true         | gpu-cloud: --window must be",
                "120 | --tag t\uFFFDg -- true          | the locale",
                "120 | --for \uFFFD -- true            | the locale",
                "120 | --base-url foo -- true         | must be an http or https URL",
                "120 | --max-open 0 -- true          | --max-open must be positive",
                "123 | --base-url http://127.0.0.1:1/api/open/v2 -- true | Check --base-url",
                "120 | --base-url ftp://host -- true | must be an http or https URL",
                "127 | -- no-such-command            | there is no command no-such-command",
                "126 | -- /etc/passwd                | /etc/passwd cannot be executed",
                "120 | --gpus 3 -- true              | number of GPUs must be",
                "120 | --for 1m -- true              | --for must be",
                "120 | --for 1x -- true              | '1x' is no duration",
                "120 | --reach-timeout=-1m -- true   | '-1m' is no duration",
                "120 | --keep -- true                | exclude each other",
                "120 | --keep --renew 5m             | exclude each other",
                "120 | --renew 1s -- true            | --renew must be",
                "120 | --account-use mine -- true    | --account-use",
                "120 | --no-such-option -- true      | Unknown option",
                "120 | --result /no/such/folder/file -- true | --result cannot be written"
            })
    void saysWithItsStatusThatNothingIsLeft(int status, String arguments, String message) {
        Program.Run failed = program.rent(arguments.split(" ", -1));

        assertThat(failed.status()).as(failed.err()).isEqualTo(status);
        assertThat(failed.err()).contains(message);
        assertThat(failed.out()).isEmpty();
        assertThat(program.instances()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "comfyui, --max-price, 9, Did you mean pod-comfyui?",
        "comfyui, --gpus, 1, Did you mean pod-comfyui?",
        "nothing, --max-price, 9, See all with: gpu-cloud pods"
    })
    void aPodThatIsNotListedIsWrongUsage(String pod, String option, String value, String message) {
        Program.Run failed = program.run("rent", "--pod", pod, option, value, "--for", "1h", "--", "true");

        assertThat(failed.status()).isEqualTo(120);
        assertThat(failed.err())
                .contains("no pod " + pod + " is listed", message)
                .endsWith(program.run("rent", "--pod", pod, "--for", "1h", "--dry-run")
                        .err());
        assertThat(program.created()).isZero();
    }

    @Test
    void namesWhatALostResponseMayHaveLeft() throws IOException {
        program.loseTheNextResponse();
        Program.Run lost =
                program.rent("--result", folder.resolve("result.json").toString(), "--", "true");

        assertThat(lost.status()).isEqualTo(125);
        String left = program.instances().get(0);
        assertThat(lost.err()).contains("If it is yours: gpu-cloud destroy " + left);
        assertThat(result().path("outcome_unknown").asBoolean()).isTrue();
        assertThat(result().path("candidates").get(0).asString()).isEqualTo(left);
    }

    @Test
    void saysThatAnInstanceCouldNotBeDestroyed() {
        program.administer(
                "POST", "/faults", Map.of("api_key", program.key, "operation", "destroyInstance", "status", 500));
        Program.Run stuck =
                program.with(new FastTimer()).run("rent", "--pod", "pod-comfyui", "--for", "1h", "--", "true");

        assertThat(stuck.status()).isEqualTo(125);
        assertThat(stuck.err())
                .contains("destroy it with: gpu-cloud destroy "
                        + program.instances().get(0));
    }

    @Test
    void keepsTheInstanceOnlyIfAsked() {
        Program.Run kept = program.rent("--keep");

        assertThat(kept.status()).isZero();
        assertThat(kept.out())
                .contains(
                        "price per hour    1.98",
                        "at most per hour  3.96",
                        "gpu-cloud destroy " + program.instances().get(0));
        assertThat(program.run("recover").status()).isZero();
        assertThat(program.instances()).hasSize(1);
    }

    @Test
    void waitsUntilTheInstanceResponds() throws IOException {
        AtomicInteger calls = new AtomicInteger();
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/ready", exchange -> {
            exchange.sendResponseHeaders(calls.incrementAndGet() < 3 ? 503 : 204, -1);
            exchange.close();
        });
        service.start();
        try (var stub = GpuCloudStub.start(
                "stub.lifecycle.boot=0s",
                "stub.instances.server-url=http://127.0.0.1:"
                        + service.getAddress().getPort())) {
            program = new Program(stub, folder);
            assertThat(program.with(new FastTimer())
                            .rent("--reach", "/ready", "--", "true")
                            .status())
                    .isZero();
        } finally {
            service.stop(0);
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    void aSignalDuringAWaitIsReportedAsOne() throws IOException, InterruptedException {
        String line =
                "--pod pod-comfyui --for 1h --reach /never --result " + folder.resolve("result.json") + " -- true";
        Process process = new ProcessBuilder(program.process(GpuCloud.class, "rent", line.split(" "))).start();
        String message;
        try (BufferedReader err = process.errorReader()) {
            while (!Objects.requireNonNull(err.readLine()).startsWith("gpu-cloud: instance ")) {
                // It waits until the instance responds.
            }
            // The method of the process closes its streams.
            process.toHandle().destroy();
            message = err.lines().collect(Collectors.joining("\n"));
        }

        assertThat(message).contains("ended by a signal before the instance was used");
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(result().path("exit_status").asInt()).isEqualTo(143);
        assertThat(program.instances()).isEmpty();
    }
}
