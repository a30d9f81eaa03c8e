package com.example.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.jobs.Job.State;
import io.gpucloud.testing.GpuCloudStubTest;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** All tests of one context use the same job. Its lease is closed before each. */
@GpuCloudStubTest
@SpringBootTest(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:one-context",
            "gpu-cloud.leases.journal=none",
            "gpu-cloud.leases.on-close=destroy"
        })
class OneContextTest {

    @BeforeEach
    void emptyTheTable(@Autowired JdbcClient database) {
        database.sql("delete from job").update();
    }

    @RepeatedTest(2)
    void runsAJob(@Autowired JobController jobs) {
        jobs.submit("job-1", "pod-comfyui", 1);

        await().atMost(Duration.ofMinutes(5))
                .untilAsserted(
                        () -> assertThat(jobs.status("job-1").getBody().state()).isEqualTo(State.RUNNING));
    }
}
