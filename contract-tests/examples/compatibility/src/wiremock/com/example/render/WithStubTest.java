package com.example.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** After: the stub knows what follows from what. */
@ExtendWith(GpuCloudStubExtension.class)
class WithStubTest {

    @Test
    void rentsAndGivesBack(GpuCloudClient client, StubClock clock) {
        RenderFarm farm = new RenderFarm(client);

        String id = farm.rent();
        assertThat(farm.isReady(id)).isFalse();
        clock.advance(Duration.ofMinutes(1));
        assertThat(farm.isReady(id)).isTrue();
        farm.giveBack(id);
        assertThat(farm.isReady(id)).isFalse();
    }
}
