package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.testing.GpuCloudStubTest;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;

@GpuCloudStubTest
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class TrainingsTest {

    private static final String EIGHT_HOURS = "/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8";

    @Test
    void endWhenTheirTimeIsOver(@Autowired TestRestTemplate service, @Autowired StubClock clock) {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.");
        String id = service.postForObject(EIGHT_HOURS, null, String.class);
        assertThat(service.getForObject("/trainings/{id}", String.class, id)).isEqualTo("RUNNING");

        clock.advance(Duration.ofHours(9));

        assertThat(service.getForObject("/trainings/{id}", String.class, id)).isEqualTo("SHUT_DOWN");
    }

    @Test
    void beginOnceWhenTheResponseToTheCreateRequestIsLost(
            @Autowired TestRestTemplate service,
            @Autowired GpuCloudClient client,
            @Autowired StubFaults faults,
            @Autowired StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        String id = service.postForObject(EIGHT_HOURS, null, String.class);

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(client.instances().list()).extracting(Instance::instanceUuid).containsExactly(id);
    }
}
