package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The figures of the README: how many instances remain of one create request whose responses are lost. */
class RetriedCreateTest {

    private final StubAccount account = InProcessStub.newAccount();

    @BeforeEach
    void loseResponses() {
        account.faults().set(StubFault.loseResponse().on("createInstanceByPod").times(4));
    }

    private int instances() {
        return account.client().instances().list().size();
    }

    @Test
    @Tag("ci")
    void leavesFourInstancesWithAnHttpClientThatRetries() throws Exception {
        String python = ExternalProgram.require("python3").toString();
        ExternalProgram.Result result = ExternalProgram.run(
                List.of(python, Path.of("examples/programs/retrying.py").toString()),
                Map.of("GPU_CLOUD_BASE_URL", account.baseUrl().toString(), "GPU_CLOUD_API_KEY", account.apiKey()));

        assertThat(result.status()).isNotZero();
        assertThat(result.output()).contains("Max retries exceeded");
        assertThat(instances()).isEqualTo(4);
    }

    @Test
    void leavesOneInstanceWithTheClient() {
        PodInstanceSpec spec = PodInstanceSpec.builder()
                .podUuid("pod-comfyui")
                .gpuUuid("gpu-rtx-4090")
                .build();

        TransportException failure = catchThrowableOfType(
                TransportException.class, () -> account.client().instances().createByPod(spec));

        assertThat(failure.mayHaveTakenEffect()).isTrue();
        assertThat(instances()).isOne();
    }

    @Test
    void leavesNoneWithLeases() {
        RentalPlan plan = RentalPlan.builder()
                .podUuid("pod-comfyui")
                .maxLifetime(Duration.ofHours(1))
                .build();
        LeaseOptions soleUser = LeaseOptions.builder().soleUser(true).build();

        try (Leases leases = Leases.of(account.client(), soleUser)) {
            leases.rent(plan);
            assertThat(instances()).isOne();
        }

        assertThat(instances()).isZero();
    }
}
