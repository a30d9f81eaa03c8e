package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The titles and starts of leased instances, also with a service that cannot rename or does not start new instances.
 */
class NewInstanceTest extends AccountTestBase {

    private static final LeaseOptions NAMED =
            LeaseOptions.builder().withoutJournal().owner("nightly").build();
    private static final LeaseOptions STARTED =
            LeaseOptions.builder().withoutJournal().startAfterCreate(true).build();

    @AutoClose
    private final CapturedLog log = new CapturedLog("io.gpucloud.client.lease");

    NewInstanceTest() {
        super("i-" + UUID.randomUUID() + "-");
    }

    /** The list between them shows whether the instance is new. */
    @Test
    void givesAnInstanceItsTitleDirectlyAfterTheCreation() {
        String instance = Leases.of(client, NAMED)
                .rent(PLAN.toBuilder()
                        .title("training of the " + "x".repeat(50))
                        .build())
                .instanceUuid();

        assertThat(account.operations())
                .startsWith("list", "create_by_pod", "list", "update_title", "pod/list", "gpu/list");
        assertThat(account.title(instance)).matches("nightly\\.[0-9a-f]{8}: training of the x{16}");
    }

    @Test
    void goesOnWithoutATitleAndWarnsOnceForTheClient() {
        account.failing("update_title", 2, Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));

        Leases.of(client, NAMED).rent(PLAN).close();
        TestClients.leases(client).rent(PLAN);

        assertThat(account.instances()).containsExactly(prefix + 2);
        assertThat(account.requests("update_title")).isEqualTo(2);
        assertThat(log.messages(Level.WARN, prefix)).singleElement().asString().contains("cannot be renamed");
    }

    private InstanceLease rentAndStart() {
        account.startsOnRequest();
        return Leases.of(client, STARTED).rent(PLAN);
    }

    @Test
    void startsAnInstanceThatTheServiceDoesNotStart() {
        InstanceLease lease = rentAndStart();

        assertThat(account.operations())
                .startsWith("list", "create_by_pod", "list", "update_title", "startup", "pod/list", "gpu/list");
        assertThat(account.requests("startup")).isEqualTo(1);
        assertThat(lease.timerVerified()).isTrue();
    }

    @Test
    void destroysAnInstanceWhoseStartIsRejected() {
        account.failing("startup", 1, Reply.code(-1, "its state does not allow this"));

        assertThatThrownBy(() -> rentAndStart()).isInstanceOf(OperationFailedException.class);

        assertThat(account.instances()).isEmpty();
    }

    /** If the program is killed while it boots, nothing else ends it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hasATimerBeforeItRunsIfTheServiceAcceptsThat(boolean renewed) {
        account.acceptTimersBeforeBoot();
        account.booting();
        List<Long> timers = new ArrayList<>();
        RentalPlan plan = renewed
                ? PLAN.toBuilder().renewTimerEvery(Duration.ofMinutes(10)).build()
                : PLAN;
        LeaseOptions options = LeaseOptions.builder()
                .withoutJournal()
                .listener(at(LeaseEvent.Type.BOOTING, () -> {
                    timers.add(account.shutdownTime(firstInstance));
                    account.boots();
                }))
                .build();
        Instant begun = time.now();
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(plan);
        }
        Duration afterBoot = renewed ? Duration.ofMinutes(15) : HOUR;
        assertThat(timers)
                .containsExactly(
                        begun.plus(options.bootTimeout()).plus(afterBoot).getEpochSecond());
    }

    @Test
    void repeatsAStartThatTheRateLimitRejects() {
        account.failing("startup", 6, Reply.json(429, "{}"));

        assertThat(rentAndStart().timerVerified()).isTrue();
        assertThat(account.requests("startup")).isEqualTo(7);
    }

    @Test
    void waitsForAnInstanceThatMayHaveBeenStarted() {
        account.failingAfterEffect("startup", 1, Reply.reset());

        assertThat(rentAndStart().timerVerified()).isTrue();
        assertThat(account.requests("startup")).isEqualTo(1);
    }
}
