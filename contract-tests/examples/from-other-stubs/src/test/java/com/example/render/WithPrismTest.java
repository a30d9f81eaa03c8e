package com.example.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import java.io.BufferedReader;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Before, with Prism: each response is an example of the contract and does not depend on earlier requests. */
class WithPrismTest {

    private static Process prism;
    private static String url;

    @BeforeAll
    static void start() throws IOException {
        prism = new ProcessBuilder("node_modules/.bin/prism", "mock", "--port", "0", "target/gpu-cloud-v2.yaml")
                .start();
        BufferedReader output = prism.inputReader();
        String line = output.readLine();
        while (line != null && !line.contains("listening on ")) {
            line = output.readLine();
        }
        assertThat(line).as("what Prism says when it runs").isNotNull();
        url = line.replaceAll(".*listening on (\\S+).*", "$1");
    }

    @AfterAll
    static void stop() {
        prism.destroy();
    }

    @Test
    void rentsAndGivesBack() {
        RenderFarm farm = new RenderFarm(
                GpuCloudClient.builder().baseUrl(url).apiKey("demo-key").build());

        String id = farm.rent();
        assertThat(farm.isReady(id)).isTrue();
        farm.giveBack(id);
        assertThat(farm.isReady(id)).as("destroyed, and still there").isTrue();
    }
}
