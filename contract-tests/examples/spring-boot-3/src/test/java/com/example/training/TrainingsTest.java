package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpStatus;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class TrainingsTest {

    private static final StubProcess STUB = StubProcess.start();

    @DynamicPropertySource
    static void stub(DynamicPropertyRegistry properties) {
        properties.add("cloud.base-url", STUB::baseUrl);
    }

    @AfterAll
    static void stop() {
        STUB.close();
    }

    @Test
    void endWhenTheirTimeIsOver(@Autowired TestRestTemplate service) throws Exception {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.");
        String id = service.postForObject("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8", null, String.class);
        assertThat(service.getForObject("/trainings/{id}", String.class, id)).isEqualTo("RUNNING");

        STUB.advanceClock(Duration.ofHours(9));

        assertThat(service.getForObject("/trainings/{id}", String.class, id)).isEqualTo("SHUT_DOWN");
    }

    @Test
    void areNotBegunForNoTime(@Autowired TestRestTemplate service, @Autowired GpuCloudClient client) {
        int before = client.instances().list().size();
        String none = "/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=0";
        assertThat(service.postForEntity(none, null, String.class).getStatusCode())
                .isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(client.instances().list()).hasSize(before);
    }
}
