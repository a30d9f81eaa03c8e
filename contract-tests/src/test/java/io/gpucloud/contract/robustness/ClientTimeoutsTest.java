package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.stub.GpuCloudStub;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * Calls and waits end after their timeouts. A client that ignored its timeout would also ignore the interruption by
 * JUnit, so each test runs in a thread that can be abandoned.
 */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClientTimeoutsTest {

    @LimitTest(
            "call of the client, with all attempts | 2 min | `RequestOptions.builder().deadline(..)` | `TransportException`")
    void endsACall() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                GpuCloudClient client = StubClient.of("http://127.0.0.1:" + silent.getLocalPort(), "demo-key")) {
            // Without its deadline the call would block the test.
            GpuCloudClient impatient = client.withOptions(RequestOptions.builder()
                    .readTimeout(Duration.ofHours(1))
                    .deadline(Duration.ofMillis(200))
                    .build());
            assertThatThrownBy(() -> impatient.instances().list()).isInstanceOf(TransportException.class);
        }
    }

    @LimitTest("wait of the client | 30 min | `WaitOptions.builder().timeout(..)` | `WaitTimeoutException`")
    void endsAWait() {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.lifecycle.boot=1h");
                GpuCloudClient client = StubClient.of(stub.baseUrl(), "demo-key")) {
            String booting = client.instances()
                    .create(InstanceSpec.builder()
                            .podUuid("pod-comfyui")
                            .gpuUuid("gpu-rtx-4090")
                            .build())
                    .instanceUuid();
            WaitOptions impatient =
                    WaitOptions.builder().timeout(Duration.ofMillis(200)).build();
            assertThatThrownBy(() -> client.instances().waitUntilRunning(booting, impatient))
                    .isInstanceOf(WaitTimeoutException.class);
        }
    }
}
