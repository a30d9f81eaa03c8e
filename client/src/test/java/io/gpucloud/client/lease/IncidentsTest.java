package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of incidents that services have reported in public. An instance counts as destroyed only if that is proven. */
class IncidentsTest extends AccountTestBase {

    /** The documented code is -1. */
    @Test
    void aDestructionEndsAlthoughAMissingInstanceIsRejectedWithCode1() {
        try (Leases leases = TestClients.leases(client)) {
            leases.rent(PLAN);
            account.failingAfterEffect("destroy", 1, Reply.done());
            account.failing("destroy", 100, Reply.code(1, "no such instance"));
        }
        assertThat(time.passed()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void anInstanceThatIsMissingBeforeItsDestructionMayBeRejectedWithCode1() {
        try (Leases leases = TestClients.leases(client)) {
            leases.rent(PLAN);
            client.instances().destroy(firstInstance);
            account.failing("destroy", 100, Reply.code(1, "no such instance"));
        }
        assertThat(account.instances()).isEmpty();
    }

    private static final Duration OUTAGE = Duration.ofMinutes(3);

    private Instant outageEnds = Instant.MIN;
    private String failing = "";
    private int status = 503;

    private Reply replyUnlessDown(ReceivedRequest request) {
        boolean affected = request.operation().endsWith(failing);
        if (affected && !failing.isEmpty() && outageEnds.equals(Instant.MIN)) {
            outageEnds = time.now().plus(OUTAGE);
        }
        return time.now().isBefore(outageEnds) ? Reply.json(status, "{}") : account.reply(request);
    }

    private void rentAndClose() {
        server.respond(this::replyUnlessDown);
        try (Leases leases = Leases.of(client, SOLE)) {
            InstanceLease lease = leases.rent(PLAN);
            assertThat(account.instances()).containsExactly(lease.instanceUuid());
            lease.close();
        }
        assertThat(account.instances()).isEmpty();
    }

    /** From the first request of the phase on, every request gets HTTP 503. */
    @ParameterizedTest
    @ValueSource(strings = {"/instance/list", "create_by_pod", "update_title", "shutdown_timer", "/instance/destroy"})
    void theServiceIsDownForThreeMinutesInAPhase(String phase) {
        failing = phase;

        rentAndClose();
    }

    @Test
    void anInstanceWhoseTimerCannotBeSetIsDestroyedAtTheBootTimeout() {
        account.failing("shutdown_timer", 1000, Reply.json(503, "{}"));
        RentalPlan plan = PLAN.toBuilder().bootTimeout(Duration.ofMinutes(10)).build();

        try (Leases leases = Leases.of(client, SOLE)) {
            assertThatThrownBy(() -> leases.rent(plan)).isInstanceOf(ServerException.class);
        }
        assertThat(account.instances()).isEmpty();
        assertThat(time.passed()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
    }

    static Stream<Arguments> misleadingLists() {
        return Stream.of(Arguments.of(4, EMPTY_LIST), Arguments.of(12, Reply.json(503, "{}")));
    }

    /** The option destroys an instance whose timer the list does not show, which these lists do not say. */
    @ParameterizedTest
    @MethodSource("misleadingLists")
    void listsAfterTheTimerFailForAMoment(int times, Reply list) {
        LeaseOptions verified =
                SOLE.toBuilder().unverifiedTimer(UnverifiedTimerPolicy.DESTROY).build();
        server.respond(request -> {
            if (request.operation().endsWith("shutdown_timer")) {
                account.failing("list", times, list);
            }
            return account.reply(request);
        });
        try (Leases leases = Leases.of(client, verified)) {
            assertThat(leases.rent(PLAN).timerVerified()).isTrue();
            assertThat(account.requests("destroy")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/instance/list", "create_by_pod", "shutdown_timer", "/instance/destroy"})
    void aRateLimitRejectsEverythingForThreeMinutes(String phase) {
        failing = phase;
        status = 429;

        rentAndClose();
    }

    @Test
    void theKeyIsReplacedWhileInstancesAreDestroyed() {
        failing = "/instance/destroy";
        status = 401;

        rentAndClose();
    }

    @Test
    void aCreateRequestFailsAfterItsEffect() {
        account.failingAfterEffect("create_by_pod", 1, Reply.json(500, "{}"));

        rentAndClose();

        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    /** The window is two minutes. The rate limit adds the pause before a retry. */
    @ParameterizedTest
    @ValueSource(strings = {"PT2M", "PT5S"})
    void emptyListsToTheEndOfTheSearchHideNoCandidate(Duration begin) {
        account.failingAfterEffect("create_by_pod", 1, Reply.json(500, "{}"));
        AtomicBoolean limited = new AtomicBoolean();
        server.respond(request -> {
            if (time.passed().compareTo(begin) < 0 || !request.operation().endsWith("/list")) {
                return account.reply(request);
            }
            return limited.getAndSet(true) ? EMPTY_LIST : Reply.json(429, "{}");
        });
        try (Leases leases = TestClients.leases(client)) {
            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), "instance-1");
        }
    }

    @Test
    void theListLagsBehind() {
        account.failing("list", 20, EMPTY_LIST);

        rentAndClose();
    }

    /** An empty list once, empty lists over a minute, and HTTP 404, which does not prove it either. */
    @ParameterizedTest
    @CsvSource({"1, 500", "4, 500", "2, 404"})
    void emptyListsAreNoProofAfterFailedDestroyRequests(int times, int status) {
        InstanceLease lease = TestClients.leases(client).rent(PLAN);
        account.failing("destroy", times, Reply.json(status, "{}")).failing("list", times, EMPTY_LIST);

        lease.close();

        assertThat(account.instances()).isEmpty();
        assertThat(account.requests("destroy"))
                .as("those that fail, one that destroys, and one whose rejection proves it")
                .isEqualTo(times + 2);
    }

    @Test
    void listsWithoutTheInstanceOverTheWholeWindowAreAProof() {
        InstanceLease lease = TestClients.leases(client).rent(PLAN);
        account.failingAfterEffect("destroy", 1, Reply.json(500, "{}"));

        lease.close();

        assertThat(time.passed()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    }

    @Test
    void aLeaseThatWasClosedInVainCannotBeKept() {
        Leases leases = TestClients.leases(client);
        InstanceLease lease = leases.rent(PLAN);
        account.failing("destroy", 1000, Reply.json(500, "{}"));
        assertThatThrownBy(leases::close).isInstanceOf(InstanceNotDestroyedException.class);

        assertThatThrownBy(lease::keep)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be kept");
    }
}
