package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnClose;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import io.gpucloud.client.model.Instance;
import io.gpucloud.contract.InProcessStub;
import io.gpucloud.contract.support.ExternalProgram;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubFault;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of the page "Lost responses", and a training that is handed over three times. */
class LostResponsesPageTest {

    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .maxLifetime(Duration.ofHours(8))
            .tag("training-17")
            .build();

    private final StubAccount account = InProcessStub.newAccount();

    private void loseResponses() {
        account.faults().set(StubFault.loseResponse().on("createInstanceByPod").times(4));
    }

    private int instances() {
        return account.client().instances().list().size();
    }

    private int createRequests() {
        return account.journal().requests("createInstanceByPod").size();
    }

    @Test
    @Tag("ci")
    void leavesFourInstancesWithAnHttpClientThatRetries() throws Exception {
        loseResponses();
        ExternalProgram.Result result = ExternalProgram.of("python3", "examples/programs/retrying.py")
                .calling(account.baseUrl(), account.apiKey())
                .run();

        assertThat(result.status()).isNotZero();
        assertThat(result.output()).contains("Max retries exceeded");
        assertThat(createRequests()).isEqualTo(4);
        assertThat(instances()).isEqualTo(4);
    }

    @Test
    void leavesOneInstanceWithTheClient() {
        loseResponses();

        TransportException failure = catchThrowableOfType(
                TransportException.class, () -> account.client().instances().create(StubClient.SPEC));

        assertThat(failure.mayHaveTakenEffect()).isTrue();
        assertThat(createRequests()).isOne();
        assertThat(instances()).isOne();
    }

    @Test
    void leavesNoneWithLeases() {
        loseResponses();
        LeaseOptions soleUser = LeaseOptions.builder()
                .withoutJournal()
                .accountUse(AccountUse.SOLE_USER)
                .build();

        try (Leases leases = Leases.of(account.client(), soleUser)) {
            leases.rent(PLAN);
            assertThat(createRequests()).isOne();
            assertThat(instances()).isOne();
        }

        assertThat(instances()).isZero();
    }

    private Leases startService(Path journal) {
        LeaseOptions options = LeaseOptions.builder()
                .owner("trainings")
                .journal(journal)
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                .onClose(OnClose.HAND_OVER)
                .build();
        return Leases.of(account.client(), options);
    }

    @Test
    void keepsATrainingOverThreeRestartsOfItsService(@TempDir Path journal) {
        Instant start;
        try (Leases service = startService(journal)) {
            start = Objects.requireNonNull(service.rent(PLAN).instance().startTime());
        }
        for (int restart = 1; restart <= 3; restart++) {
            account.clock().advance(Duration.ofHours(2));
            try (Leases service = startService(journal)) {
                assertThat(service.openLeases()).singleElement().satisfies(lease -> {
                    assertThat(lease.tag()).isEqualTo("training-17");
                    assertThat(lease.instance().startTime()).isEqualTo(start);
                });
                assertThat(account.client().instances().list()).allMatch(Instance::isRunning);
            }
        }
        assertThat(createRequests()).isOne();

        try (Leases service = startService(journal)) {
            service.openLeases().forEach(InstanceLease::close);
        }
        assertThat(instances()).isZero();
    }
}
