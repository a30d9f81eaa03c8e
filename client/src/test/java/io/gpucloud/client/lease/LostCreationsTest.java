package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import feign.Client;
import feign.Response;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.TestClients;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Create requests that end with a failure of the transport, and the assignment of instances. Tests against the stub cover other lost responses. */
// The name that both Feign 13.6 and later versions have.
@SuppressWarnings("deprecation")
class LostCreationsTest extends AccountTestBase {

    /** A transport of the user that receives a response and then fails. */
    private static Client failingAfterACreation(Throwable failure) {
        Client transport = new Client.Default(null, null);
        return (request, options) -> {
            Response response = transport.execute(request, options);
            if (request.url().contains("create")) {
                response.close();
                throwUnchecked(failure);
            }
            return response;
        };
    }

    private static void throwUnchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("the decorator is broken"),
                new NoSuchMethodError("of another version"),
                new StackOverflowError());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void areSearched(Throwable failure) {
        try (GpuCloudClient failing = TestClients.builder(server, time)
                        .transport(failingAfterACreation(failure))
                        .build();
                Leases leases =
                        Leases.of(failing, LeaseOptions.builder().soleUser(true).build())) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(account.instances()).containsExactly(lease.instanceUuid());
        }
        assertThat(account.instances()).isEmpty();
    }

    private static Instance instance(String uuid) {
        return Instance.builder()
                .instanceUuid(uuid)
                .status(InstanceStatus.CREATED)
                .title("")
                .build();
    }

    private static CreationAttempt lost(CreationTracker tracker, Set<String> before) {
        InstanceRequest request = new InstanceRequest("pod", null, null, "gpu", 1);
        Creating creating = new Creating("1", Instant.EPOCH, false, request, before, new LeaseTerms(null, null));
        CreationAttempt attempt = new CreationAttempt(creating, true, LeaseOptions.defaults());
        tracker.sent(attempt);
        tracker.lost(attempt);
        return attempt;
    }

    @Test
    void leaveToALateAttemptTheOnlyInstanceThatItCanHaveMade() {
        CreationTracker tracker = new CreationTracker();
        CreationAttempt early = lost(tracker, Set.of());
        CreationAttempt late = lost(tracker, Set.of("first"));
        List<Instance> listed = List.of(instance("second"), instance("first"));

        assertThat(tracker.claimFor(early, listed)).contains(instance("first"));
        assertThat(tracker.claimFor(late, listed)).contains(instance("second"));
    }
}
