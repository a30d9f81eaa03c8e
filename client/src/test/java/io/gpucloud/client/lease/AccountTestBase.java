package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;

/** Leases in an account whose replies the test chooses. */
abstract class AccountTestBase {

    static final Duration HOUR = Duration.ofHours(1);
    static final RentalPlan PLAN =
            RentalPlan.builder().podUuid("pod").maxLifetime(HOUR).gpus("gpu").build();
    static final Reply EMPTY_LIST = Reply.data("{\"instance_list\":[]}");

    final TestTime time = new TestTime();
    final AccountService account;
    final String prefix;
    final String firstInstance;
    final FaultServer server;
    final GpuCloudClient client;

    AccountTestBase() {
        this("instance-");
    }

    /**
     * {@code prefix}: begins the identifiers of the instances. Tests that read the log need one of their own, because
     * tests run in parallel.
     */
    AccountTestBase(String prefix) {
        account = new AccountService(time, prefix);
        this.prefix = prefix;
        firstInstance = prefix + 1;
        server = new FaultServer(account::reply);
        client = TestClients.connect(server, time);
    }

    /** A client whose pauses begin with this. */
    GpuCloudClient pausing(Runnable meanwhile) {
        return TestClients.builder(server, time)
                .timer(time.withPauses(pause -> {
                    meanwhile.run();
                    return time.after(pause);
                }))
                .build();
    }

    /** Asserts that a create request may have taken effect, and which instances it may have made. */
    static void assertOutcomeUnknown(Throwable failure, String... candidates) {
        assertThat(failure)
                .isInstanceOfSatisfying(
                        CreationOutcomeUnknownException.class,
                        unknown -> assertThat(unknown.candidates())
                                .extracting(Instance::instanceUuid)
                                .containsExactly(candidates));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }
}
