package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.stub.junit.GpuCloudStubInitializer;
import io.gpucloud.stub.junit.StubAccount;
import io.gpucloud.stub.junit.StubClock;
import io.gpucloud.stub.junit.StubFault;
import io.gpucloud.stub.junit.StubFaults;
import java.io.UnsupportedEncodingException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.HttpStatus;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@SpringBootTest
@AutoConfigureMockMvc
@ContextConfiguration(initializers = GpuCloudStubInitializer.class)
class TrainingsTest {

    @Test
    void endWhenTheirTimeIsOver(
            @Autowired MockMvcTester service, @Autowired StubAccount account, @Autowired StubClock clock)
            throws UnsupportedEncodingException {
        account.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        String id = text(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"));
        assertThat(text(service.get().uri("/trainings/" + id))).isEqualTo("RUNNING");

        clock.advance(Duration.ofHours(9));

        assertThat(text(service.get().uri("/trainings/" + id))).isEqualTo("SHUT_DOWN");
    }

    @Test
    void leaveNothingBehindThatCostsMoneyWhenTheyDoNotStart(
            @Autowired MockMvcTester service,
            @Autowired StubAccount account,
            @Autowired StubFaults faults,
            @Autowired GpuCloudClient client) {
        account.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        List<Instance> before = client.instances().list();
        assertThat(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=0"))
                .hasStatus(HttpStatus.BAD_REQUEST);
        faults.set(StubFault.bootFails().times(1));
        assertThat(service.post().uri("/trainings?pod=pod-comfyui&gpu=gpu-rtx-4090&hours=8"))
                .hasFailed();

        assertThat(client.instances().list()).hasSameSizeAs(before);
    }

    @Test
    void areHealthyWhileTheCloudAnswers(@Autowired MockMvcTester service) {
        assertThat(service.get().uri("/actuator/health"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.components.gpuCloud.status")
                .isEqualTo("UP");
    }

    private static String text(MockMvcRequestBuilder request) throws UnsupportedEncodingException {
        MvcTestResult result = request.exchange();
        assertThat(result).hasStatusOk();
        return result.getResponse().getContentAsString();
    }
}
