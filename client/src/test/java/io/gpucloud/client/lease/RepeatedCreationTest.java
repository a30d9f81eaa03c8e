package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import feign.Client;
import feign.Response;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Create requests with an unknown outcome are repeated only if these leases are the only user and no instance is
 * listed. Calls that fail before a create request are repeated until the create timeout.
 */
class RepeatedCreationTest extends AccountTestBase {

    private static final RentalPlan ANY_MODEL = RentalPlan.ofPod("pod", HOUR);

    @Test
    void theOnlyUserRentsAfterAFailureWithoutEffect() {
        account.failing("create_by_pod", 2, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            leases.rent(PLAN);

            assertThat(account.requests("create_by_pod")).isEqualTo(3);
            assertThat(account.instances()).hasSize(1);
            assertThat(time.passed()).isGreaterThan(SOLE.window().multipliedBy(2));
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedLateIsDestroyed() {
        account.hide("instance-1");
        account.failingAfterEffect("create_by_pod", 1, Reply.json(503, "{}"));

        try (Leases leases = Leases.of(client, SOLE)) {
            InstanceLease lease = leases.rent(PLAN);

            assertThat(account.requests("create_by_pod")).isEqualTo(2);
            account.show("instance-1");
            leases.rent(PLAN).close();
            assertThat(account.instances()).containsExactly(lease.instanceUuid());
        }
        assertThat(account.instances()).isEmpty();
    }

    /** Two create requests without a response, whose instances are listed after the rental. */
    private Leases rentWithTwoLateInstances() {
        account.hide("instance-1");
        account.hide("instance-2");
        account.failingAfterEffect("create_by_pod", 2, Reply.json(503, "{}"));
        Leases leases = Leases.of(client, SOLE);
        leases.rent(PLAN).close();
        account.show("instance-1");
        account.show("instance-2");
        return leases;
    }

    @Test
    void closingTriesAgainToDestroyWhatARentalCouldNot() {
        Leases leases = rentWithTwoLateInstances();
        account.failing("destroy", 1000, Reply.json(500, "{}"));
        leases.rent(PLAN);
        account.recover();
        account.failing("list", 1, Reply.json(401, "{}"));

        leases.close();

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void closingNamesAllLateInstancesThatCannotBeDestroyed() {
        Leases leases = rentWithTwoLateInstances();
        account.failing("destroy", 1000, Reply.json(500, "{}"));

        assertThatThrownBy(leases::close)
                .hasMessageContaining("instance-1")
                .satisfies(left -> assertThat(left.getSuppressed()[0]).hasMessageContaining("instance-2"));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 503})
    void aServiceThatFailsForThreeMinutesDelaysARental(int status) {
        account.failing("gpu/list", 12, Reply.json(status, "{}")).failing("list", 12, Reply.json(status, "{}"));

        TestClients.leases(client).rent(ANY_MODEL).close();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(time.passed()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void aRejectedKeyFailsAtOnce() {
        account.failing("gpu/list", 1000, Reply.json(403, "{}"));

        assertThatThrownBy(() -> TestClients.leases(client).rent(ANY_MODEL))
                .isInstanceOf(PermissionDeniedException.class);

        assertThat(time.passed()).isZero();
    }

    @Test
    void theBootHasALimitOfItsOwn() {
        account.failing("create_by_pod", 10, Reply.code(1, "not enough free GPUs"));
        RentalPlan plan = PLAN.toBuilder()
                .onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY)
                .createTimeout(Duration.ofMinutes(15))
                .bootTimeout(Duration.ofMinutes(1))
                .build();

        assertThat(TestClients.leases(client).rent(plan).timerVerified()).isTrue();
        assertThat(time.passed()).isBetween(Duration.ofSeconds(75), Duration.ofSeconds(150));
    }

    /**
     * Failures of the transport, and the assignment of instances. Tests against the stub cover other lost responses.
     */
    @Nested
    // The name that both Feign 13.6 and later versions have.
    @SuppressWarnings("deprecation")
    class LostCreations {

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
                    Leases leases = Leases.of(failing, SOLE)) {
                InstanceLease lease = leases.rent(PLAN);

                assertThat(account.instances()).containsExactly(lease.instanceUuid());
            }
            assertThat(account.instances()).isEmpty();
        }
    }
}
