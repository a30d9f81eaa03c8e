package io.gpucloud.stub.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A stored snapshot with faults of every effect, some with a limit, some with a probability, some already triggered. It was written by
 * a version without the classes {@code Fault} and {@code Trigger}.
 */
class FaultSnapshotTest {

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    private final GpuCloudStub stub = GpuCloudStub.start("stub.clock.frozen=true");
    private final Caller tester = Caller.of(stub.baseUrl(), null);
    private final Caller account = Caller.of(stub.baseUrl(), "tenant-a").unchecked();

    @AfterEach
    void stop() {
        stub.close();
    }

    /** The version that wrote it kept neither the phases of instances nor the sum of their bills. */
    @Test
    void isWrittenBackUnchangedApartFromPhasesAndSums() {
        String stored = stored();
        restore(stored);
        assertThat(snapshot().replaceAll(",\"phases\":\\[[^]]*],\"spent_cents\":\\d+", ""))
                .isEqualTo(stored);
    }

    @Test
    void continuesTheRandomSequencesAndTheCounts() {
        restore(stored());
        String pattern = IntStream.range(0, 60)
                .mapToObj(i -> account.get("/balance/info").status() == 500 ? "x" : ".")
                .collect(Collectors.joining());
        assertThat(pattern).isEqualTo("xx..x..x.xxx....x.x.x..x..x.x.xx.x.xx...xx.xxxxx...x.xx.x.x.");
        for (int i = 0; i < 10; i++) {
            account.post("/instance/create_by_pod", CREATE);
        }
        tester.admin("POST", "/clock/advance", "{\"seconds\":3600}");
        assertThat(account.get("/instance/list").at("/data/instance_list"))
                .as("status and number of addresses of each instance")
                .extracting(instance -> instance.path("status").intValue() + ":"
                        + instance.path("server_url").size())
                .containsExactly(
                        "22:0", "22:0", "1:0", "22:0", "1:0", "2:1", "22:0", "2:1", "1:0", "1:0", "22:0", "2:1", "2:1",
                        "1:0", "1:0");
        assertThat(tester.admin("GET", "/faults", null).text())
                .contains("\"id\":\"fault-1\"")
                .contains("\"status\":500,\"effect\":\"respond\",\"times\":10,\"probability\":0.5");
    }

    private void restore(String snapshot) {
        assertThat(tester.admin("PUT", "/snapshot", snapshot).status()).isEqualTo(204);
    }

    private String snapshot() {
        return tester.admin("GET", "/snapshot", null).text();
    }

    /** The digest depends on seed and rules, which may change although the format of faults does not. */
    private String stored() {
        try (InputStream file = getClass().getResourceAsStream("/snapshots/faults.json")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return text.replaceFirst("\"digest\":\"[0-9a-f]+\"", digest());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private String digest() {
        return snapshot().replaceFirst("^.*?(\"digest\":\"[0-9a-f]+\").*$", "$1");
    }
}
