package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Long responses at the same time take a bounded part of the memory. */
@Tag("ci")
class LongResponsesTest {

    @Test
    void manyLongResponsesAtTheSameTimeDoNotExhaustTheMemory() throws IOException, InterruptedException {
        String padding = "x".repeat(RawResponse.MAX_LENGTH - 1000);
        Reply reply = Reply.data("{\"balance\":40,\"card_balance\":3,\"padding\":\"" + padding + "\"}");
        try (FaultServer server = FaultServer.replying(reply)) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Program.class.getName(),
                            server.url())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(output).doesNotContain("OutOfMemoryError");
            assertThat(program.waitFor()).as(output).isZero();
        }
    }

    /** Sends 20 calls at the same time. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            try (GpuCloudClient client = GpuCloudClient.builder()
                    .baseUrl(arguments[0])
                    .apiKey("demo-key")
                    .build()) {
                Stream.generate(() -> client.runAsync(any -> any.billing().balance()))
                        .limit(20)
                        .toList()
                        .forEach(CompletableFuture::join);
            }
        }
    }
}
