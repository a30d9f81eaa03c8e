package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.lease.Leases;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class InterruptedThreadIT {

    @AfterEach
    void endTheInterruption() {
        Thread.interrupted();
    }

    @Test
    void getsTheExceptionOfTheClient(GpuCloudClient client) {
        String instance = client.instances().create(GpuCloudStubTestIT.SPEC).instanceUuid();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> client.instances().waitUntilRunning(instance))
                .isInstanceOf(WaitFailedException.class)
                .hasMessageContaining("interrupted");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void controlsTheStub(StubClock clock, Leases leases) {
        clock.freeze();
        leases.rent(GpuCloudStubTestIT.PLAN);
        Instant begin = clock.now();
        Thread.currentThread().interrupt();

        clock.advance(Duration.ofHours(1));

        assertThat(clock.now()).isEqualTo(begin.plus(Duration.ofHours(1)));
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void doesNotWaitForARequest(StubJournal journal) {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> journal.awaitRequest(Operations.LIST_INSTANCES, Duration.ofSeconds(30)))
                .isInstanceOf(CancellationException.class)
                .hasMessage("The thread was interrupted while it waited for a request.");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void doesNotWaitForTheStart() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> GpuCloudStubServer.start("stub.lifecycle.boot=7s"))
                .isInstanceOf(CancellationException.class)
                .hasMessage("The thread was interrupted while the stub was starting.");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }
}
