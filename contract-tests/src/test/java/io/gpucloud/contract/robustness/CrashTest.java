package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stubs that store their state in a file, and end or are killed. {@code -Drobustness.crashes=} sets the number of
 * kills.
 */
@Tag("ci")
class CrashTest {

    private static final int CRASHES = Integer.getInteger("robustness.crashes", 5);
    private static final int AT_LEAST = 20;

    private final Path file;

    CrashTest(@TempDir Path folder) {
        file = folder.resolve("state.json");
    }

    private StubProcess start() throws Exception {
        return StubProcess.start(
                "--stub.snapshot.file=" + file,
                "--stub.snapshot.interval=1s",
                "--stub.clock.frozen=true",
                "--stub.metering.require-funds=false");
    }

    private static GpuCloudClient client(StubProcess stub) {
        return StubClient.of(stub.origin().resolve("/api/open/v2"), "demo-key");
    }

    private int instancesInFile() throws IOException {
        JsonNode accounts =
                JsonMapper.shared().readTree(Files.readAllBytes(file)).path("accounts");
        return accounts.path("demo-key").path("state").path("instances").size();
    }

    @Test
    void aKilledStubContinuesFromItsLastWrite() throws Exception {
        int kept = 0;
        for (int crash = 0; crash < CRASHES; crash++) {
            try (StubProcess stub = start();
                    GpuCloudClient client = client(stub)) {
                assertThat(client.instances().list()).hasSize(kept);
                CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> writeUntilItDies(client));
                // It has written its file while it served requests, and may be writing when it is killed.
                int enough = kept + AT_LEAST;
                Poll.until(() -> instancesInFile() >= enough, writing::isDone);
                stub.kill();
                writing.join();
            }
            kept = instancesInFile();
        }
        assertThat(kept).isGreaterThanOrEqualTo(AT_LEAST * CRASHES);
    }

    /** Each instance makes the file longer, so only the first requests create some. */
    private static void writeUntilItDies(GpuCloudClient client) {
        try {
            String latest = "";
            for (int created = 0; created < 2 * AT_LEAST; created++) {
                latest = client.instances().create(StubClient.SPEC).instanceUuid();
            }
            while (true) {
                client.instances().updateTitle(latest, "written");
            }
        } catch (GpuCloudException dead) {
            // Expected.
        }
    }

    @Test
    void aTerminatedStubFinishesItsRequestsAndSavesItsState() throws Exception {
        try (StubProcess stub = start();
                GpuCloudClient client = client(stub)) {
            StubHttp admin = new StubHttp(stub.origin(), null);
            admin.administer("POST", "/faults", "{\"delay_ms\":2000,\"times\":1}");
            CompletableFuture<Instance> slow =
                    CompletableFuture.supplyAsync(() -> client.instances().create(StubClient.SPEC));
            // The fault is removed when it triggers: the request is then in progress.
            Poll.until(
                    () -> admin.administer("GET", "/faults", "").path("faults").isEmpty(), slow::isDone);
            stub.terminate();

            String created = slow.get().instanceUuid();

            assertThat(stub.awaitEnd()).isEqualTo(143);
            assertThat(Files.readString(file)).contains(created);
        }
    }
}
