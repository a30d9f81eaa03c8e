package com.example.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import feign.Feign;
import io.gpucloud.client.Envelope;
import io.gpucloud.client.GpuCloudFeign;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.NewInstanceFromPod;
import io.gpucloud.testing.GpuCloudStubTest;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;

@GpuCloudStubTest
@SpringBootTest(classes = FeignClientTest.Application.class)
class FeignClientTest {

    private static final NewInstanceFromPod REQUEST = NewInstanceFromPod.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .gpuCount(GpuCount.of(1))
            .build();

    @Autowired
    private GpuCloud cloud;

    @Autowired
    private SpringGpuCloud springCloud;

    @Autowired
    private StubFaults faults;

    @Autowired
    private StubJournal journal;

    @Autowired
    private MeterRegistry meters;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EnableFeignClients(clients = {GpuCloud.class, SpringGpuCloud.class})
    static class Application {

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** Only for the clients that name it, so it is no component. */
    static class Settings {

        @Bean
        GpuCloudFeign gpuCloudFeign(@Value("${gpu-cloud.api-key}") String key) {
            return GpuCloudFeign.withApiKey(key);
        }
    }

    /** The generated operations of the contract, with annotations of Feign. */
    @FeignClient(name = "gpu-cloud", url = "${gpu-cloud.base-url}", configuration = Settings.class)
    interface GpuCloud extends InstancesApi {}

    /** One operation, with annotations of Spring. */
    @FeignClient(name = "spring-gpu-cloud", url = "${gpu-cloud.base-url}", configuration = Settings.class)
    interface SpringGpuCloud {

        @PostMapping("/instance/create_by_pod")
        Envelope<Instance> create(@RequestBody NewInstanceFromPod request);
    }

    @Test
    void calls() {
        Instance created = cloud.createInstanceByPod(REQUEST).payload();

        assertThat(cloud.listInstances().payload().instanceList())
                .extracting(Instance::instanceUuid)
                .containsExactly(created.instanceUuid());
        assertThat(springCloud.create(REQUEST).payload().instanceUuid()).isNotEqualTo(created.instanceUuid());
        assertThat(meters.find("feign.Client").timers()).isNotEmpty();
    }

    @Test
    void callsWithoutSpring(@Value("${gpu-cloud.base-url}") String baseUrl, @Value("${gpu-cloud.api-key}") String key) {
        InstancesApi instances =
                Feign.builder().addCapability(GpuCloudFeign.withApiKey(key)).target(InstancesApi.class, baseUrl);

        Instance created = instances.createInstanceByPod(REQUEST).payload();

        assertThat(cloud.listInstances().payload().instanceList())
                .extracting(Instance::instanceUuid)
                .containsExactly(created.instanceUuid());
    }

    @Test
    void sendsACreateRequestOnceIfItsResponseIsLost() {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        assertThat(catchThrowableOfType(TransportException.class, () -> cloud.createInstanceByPod(REQUEST))
                        .mayHaveTakenEffect())
                .isTrue();
        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(cloud.listInstances().payload().instanceList()).hasSize(1);
    }

    @Test
    void sendsACreateRequestWithAnnotationsOfSpringOnceIfItsResponseIsLost() {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        assertThat(catchThrowableOfType(TransportException.class, () -> springCloud.create(REQUEST))
                        .mayHaveTakenEffect())
                .isTrue();
        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
    }
}
