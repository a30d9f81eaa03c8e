package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.cli.output.ExitStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogCommandsTest extends CommandTestBase {

    @Test
    void listsGpuModelsTheCheapestFirst() {
        Program.Run listed = program.run("gpus");

        assertThat(listed.status()).isZero();
        assertThat(listed.err()).isEmpty();
        assertThat(listed.out()).isEqualToNormalizingNewlines("""
                        GPU UUID      PRICE/H  AT MOST/H  AVAILABLE  NAME
                        gpu-rtx-4090  1.98     6.48       true       NVIDIA GeForce RTX 4090
                        gpu-l40s      4.50     9.00       true       NVIDIA L40S 48GB
                        gpu-h100-80g  12.80    17.30      false      NVIDIA H100 80GB
                        """);
    }

    @Test
    void listsOnlyGpuModelsThatAreAvailableAndCheapEnough() {
        assertThat(program.run("gpus", "--available").out()).doesNotContain("h100");
        assertThat(program.run("gpus", "--max-price", "1.98").out())
                .contains("4090")
                .doesNotContain("l40s");
        assertThat(program.run("gpus", "--max-price", "1").out().strip()).isEqualTo("no gpus");
    }

    @Test
    void failsIfTheOutputCannotBeWritten() {
        Program.Run lost = program.runWithoutOutput("gpus");

        assertThat(lost.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(lost.err()).contains("the output cannot be written");
    }

    @ParameterizedTest
    @CsvSource({"env, -1", "env, 70000", "env, x", "stub, -1", "stub, 65536"})
    void rejectsAWrongPort(String command, String port) {
        Program.Run rejected = Program.runAsIs(null, command, "--port", port);

        assertThat(rejected.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(rejected.err()).contains("'" + port + "' is no port from 0 to 65535");
        assertThat(rejected.out()).isEmpty();
    }

    @Test
    void saysWhyTheKeyCannotBeRead(@TempDir Path folder) {
        Program.Run rejected = program.run("status", "--api-key-file", folder.toString());

        assertThat(rejected.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(rejected.err())
                .contains("the file of the API key cannot be read: " + folder)
                .contains("GPU_CLOUD_API_KEY, GPU_CLOUD_API_KEY_FILE or --api-key-file")
                .doesNotContain("builder", "Spring", "apiKey(");
    }

    @Test
    void rejectsPlainHttpToAnotherHost() {
        Program.Run rejected = program.run("status", "--base-url", "http://host.invalid/api/open/v2");

        assertThat(rejected.status()).isEqualTo(ExitStatus.USAGE);
        assertThat(rejected.err()).contains("use https").doesNotContain("allowPlainHttp");
    }

    @Test
    void writesTheDocumentedJson() {
        assertThat(program.run("gpus", "--max-price", "2", "--pod", "pod-comfyui", "--output", "json")
                        .out())
                .isEqualToNormalizingNewlines("""
                        {
                          "gpus" : [ {
                            "gpu_uuid" : "gpu-rtx-4090",
                            "price_per_hour" : 1.98,
                            "at_most_per_hour" : 3.96,
                            "available" : true,
                            "name" : "NVIDIA GeForce RTX 4090",
                            "status" : 1,
                            "price_per_day" : 45.00,
                            "price_per_week" : 300.00,
                            "price_per_month" : 1180.00,
                            "price_per_year" : 12900.00
                          } ]
                        }
                        """);
        assertThat(program.run("pods", "--output", "json")
                        .json()
                        .path("pods")
                        .get(0)
                        .propertyNames())
                .containsExactly("pod_uuid", "price_per_hour", "at_most_per_hour", "title", "tags", "remark");
        assertThat(program.run("images", "--market", "--output", "json")
                        .json()
                        .path("market_images")
                        .get(0)
                        .propertyNames())
                .containsExactly("image_uuid", "contents", "components", "size_bytes", "updated_at");
    }

    @Test
    void findsPodsByTitleAndPrice() {
        assertThat(program.run("pods", "--name", "comfy").out())
                .contains("pod-comfyui")
                .doesNotContain("pod-jupyterlab");
        assertThat(program.run("pods", "--max-price", "1.50").out())
                .contains("pod-jupyterlab")
                .doesNotContain("pod-comfyui");
    }

    @Test
    void listsImagesOfTheAccountAndOfTheMarket() {
        String image = "trained";
        program.run("save-image", program.keep(), image, "--quiet");

        assertThat(program.run("images").out()).contains("private images:", image, "market images:", "PyTorch 2.5.1");
    }
}
