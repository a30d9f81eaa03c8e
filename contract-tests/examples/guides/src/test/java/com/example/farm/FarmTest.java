package com.example.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubCapacity;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The same test before and after. */
class FarmTest {

    @Nested
    class Before extends FarmTests {
        @Override
        Farm farm(StubAccount account) {
            return new RawFarm(account.baseUrl().toString(), account.apiKey());
        }
    }

    @Nested
    class After extends FarmTests {
        @Override
        Farm farm(StubAccount account) {
            return new ClientFarm(account.client());
        }
    }

    @ExtendWith(GpuCloudStubExtension.class)
    abstract static class FarmTests {

        abstract Farm farm(StubAccount account);

        @Test
        void rentsAndGivesBack(StubAccount account, StubClock clock) {
            Farm farm = farm(account);
            String id = farm.rent("pod-comfyui", "gpu-rtx-4090");
            assertThat(farm.isReady(id)).isFalse();

            clock.advance(Duration.ofMinutes(1));
            assertThat(farm.isReady(id)).isTrue();

            farm.giveBack(id);
            assertThat(farm.isReady(id)).isFalse();
        }

        @Test
        void saysWhyNothingWasRented(StubAccount account, StubCapacity capacity) {
            capacity.stock("gpu-rtx-4090", 0);

            assertThatThrownBy(() -> farm(account).rent("pod-comfyui", "gpu-rtx-4090"))
                    .hasMessageContaining("not enough free GPUs");
        }
    }
}
