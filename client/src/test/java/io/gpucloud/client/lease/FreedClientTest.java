package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.TestClients;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application that is redeployed closes its leases and its client, and nothing of ours refers to them afterwards.
 */
class FreedClientTest extends AccountTestBase {

    @Test
    void isFreedWithItsLeases(@TempDir Path journal) {
        WeakReference<GpuCloudClient> client = rentAndClose(
                LeaseOptions.builder().journal(journal).owner("service").build());

        assertIsFreed(client);
    }

    @Test
    void isFreedAfterAHandOver(@TempDir Path journal) {
        WeakReference<GpuCloudClient> client =
                rentAndClose(handingOver(journal).closeOnExit(false).build());

        assertIsFreed(client);
    }

    private WeakReference<GpuCloudClient> rentAndClose(LeaseOptions options) {
        try (GpuCloudClient one = TestClients.connect(server, time);
                Leases leases = Leases.of(one, options)) {
            leases.rent(PLAN);
            return new WeakReference<>(one);
        }
    }

    /** The test ends at its time limit if the client is never freed. */
    private static void assertIsFreed(WeakReference<GpuCloudClient> client) {
        while (client.get() != null) {
            System.gc();
        }
        assertThat(client.get()).isNull();
    }
}
