package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.testing.GpuCloudStubTest;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@GpuCloudStubTest
@SpringBootTest
@AutoConfigureMockMvc
class TrainingsTest {

    @Test
    void endWhenTheirTimeIsOver(@Autowired MockMvcTester service, @Autowired StubClock clock) {
        String id = text(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"));
        assertThat(text(service.get().uri("/trainings/" + id))).isEqualTo("RUNNING");

        clock.advance(Duration.ofHours(9));

        assertThat(text(service.get().uri("/trainings/" + id))).isEqualTo("SHUT_DOWN");
    }

    @Test
    void leaveNothingBehindThatCostsMoneyWhenTheyDoNotStart(
            @Autowired MockMvcTester service, @Autowired StubFaults faults, @Autowired GpuCloudClient client) {
        assertThat(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=0"))
                .hasStatus(HttpStatus.BAD_REQUEST);
        faults.bootFails();
        assertThat(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"))
                .hasFailed();

        assertThat(client.instances().list()).isEmpty();
    }

    @Test
    void doNotBeginWithoutAFreeGpu(@Autowired MockMvcTester service, @Autowired StubFaults faults) {
        faults.noCapacity("gpu-rtx-4090");

        assertThat(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"))
                .hasFailed();
    }

    @Test
    void beginOnceWhenTheResponseToTheCreateRequestIsLost(
            @Autowired MockMvcTester service,
            @Autowired GpuCloudClient client,
            @Autowired StubFaults faults,
            @Autowired StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        String id = text(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"));

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
        assertThat(client.instances().list()).extracting(Instance::instanceUuid).containsExactly(id);
    }

    @Test
    void leaveAnImageAndNoInstance(@Autowired RentAndTrain training, @Autowired GpuCloudClient client) {
        training.run();

        assertThat(client.instances().list()).isEmpty();
        assertThat(client.images().privateImages())
                .extracting(PrivateImage::title)
                .containsExactly("trained");
    }

    @Test
    void areHealthyWhileTheCloudAnswers(@Autowired MockMvcTester service) {
        assertThat(service.get().uri("/actuator/health"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.components.gpuCloud.status")
                .isEqualTo("UP");
    }

    private static String text(MockMvcRequestBuilder request) {
        MvcTestResult result = request.exchange();
        assertThat(result).hasStatusOk();
        return new String(result.getResponse().getContentAsByteArray(), StandardCharsets.UTF_8);
    }
}
