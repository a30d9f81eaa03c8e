package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

class ParallelSpringTestIT {

    @Test
    void testsThatShareAnAccountRunOneAfterAnother() {
        EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                .selectors(selectClass(Renting.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.succeeded(20).failed(0));
    }

    @GpuCloudStubTest
    @SpringJUnitConfig(Renting.Application.class)
    static class Renting {

        /** A context of its own, because the lock does not apply across this test run and the one that contains it. */
        static class Application extends GpuCloudStubTestIT.Application {}

        @RepeatedTest(20)
        void seesItsOwnInstanceOnly(@Autowired GpuCloudClient client) {
            client.instances()
                    .create(InstanceSpec.builder()
                            .podUuid("pod-comfyui")
                            .gpuUuid("gpu-l40s")
                            .build());
            assertThat(client.instances().list()).hasSize(1);
        }
    }
}
