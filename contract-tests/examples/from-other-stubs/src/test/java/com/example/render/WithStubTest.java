package com.example.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import io.gpucloud.stub.junit.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** After: the stub knows what follows from what. */
@ExtendWith(GpuCloudStubExtension.class)
class WithStubTest {

    @Test
    void rentsAndGivesBack(StubAccount account, StubClock clock) {
        RenderFarm farm =
                new RenderFarm(GpuCloudClient.forStub(account.baseUrl().toString(), account.apiKey()));

        String id = farm.rent();
        assertThat(farm.isReady(id)).isFalse();
        clock.advance(Duration.ofMinutes(1));
        assertThat(farm.isReady(id)).isTrue();
        farm.giveBack(id);
        assertThat(farm.isReady(id)).isFalse();
    }
}
