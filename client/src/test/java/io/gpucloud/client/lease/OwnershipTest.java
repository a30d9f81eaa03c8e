package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Timers and ownership of instances with two concurrent actions. Tests against the stub cover the rest. */
class OwnershipTest {

    private static final Duration SHORTEST = Duration.ofMinutes(5);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final SweepCriteria ALL =
            SweepCriteria.olderThan(HOUR).includeTimed().includeOtherOwners();
    private static final Duration AHEAD = Duration.ofSeconds(2);
    private static final Pattern TIMER = Pattern.compile("\"shutdown_time\":(\\d+)");

    private final TestTime time = new TestTime();
    private final Set<String> instances = new ConcurrentSkipListSet<>(Set.of("first", "second"));
    private final List<Consumer<Leases>> meanwhile = new CopyOnWriteArrayList<>();
    private final AtomicBoolean uploading = new AtomicBoolean();
    private final AtomicBoolean booting = new AtomicBoolean();
    private final AtomicBoolean vaultIsOpen = new AtomicBoolean(true);
    private final List<Leases> open = new CopyOnWriteArrayList<>();
    private final FaultServer server = new FaultServer(this::reply);
    private final GpuCloudClient client = TestClients.builder(server, time)
            .apiKey(this::key)
            .timer(time.withPauses(pause -> {
                var over = time.after(pause);
                if (!meanwhile.isEmpty()) {
                    meanwhile.remove(0).accept(open.get(0));
                }
                return over;
            }))
            .build();
    private final Leases leases = Leases.of(client);

    OwnershipTest() {
        open.add(leases);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private ApiKey key() {
        if (!vaultIsOpen.get()) {
            throw new IllegalStateException("the vault is closed");
        }
        return ApiKey.of(TestClients.KEY);
    }

    private Reply reply(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /instance/list" -> Reply.data("{\"instance_list\":[" + listed() + "]}");
            case "POST /instance/destroy" -> destroy(request);
            default -> isFarEnough(request) ? Reply.done() : Reply.code(1, "too early");
        };
    }

    private String listed() {
        return instances.stream()
                .map(uuid ->
                        "{\"instance_uuid\":\"%s\",\"title\":\"\",\"status\":%d,\"gpu_uuid\":\"g\",\"create_time\":%d}"
                                .formatted(uuid, booting.get() ? 1 : 2, TestTime.START.getEpochSecond() - 7200))
                .collect(Collectors.joining(","));
    }

    private Reply destroy(ReceivedRequest request) {
        if (uploading.getAndSet(false)) {
            return Reply.code(-1, "an image uploads");
        }
        instances.removeIf(request.body()::contains);
        return Reply.done();
    }

    /** By the clock of the service, which is ahead of the client's. */
    private boolean isFarEnough(ReceivedRequest request) {
        Matcher timer = TIMER.matcher(request.body());
        Instant least = time.now().plus(AHEAD).plus(SHORTEST);
        return timer.find()
                && !Instant.ofEpochSecond(Long.parseLong(timer.group(1))).isBefore(least);
    }

    @Test
    void setATimerThatAServiceTakesWhoseClockIsAhead() {
        InstanceLease lease = leases.adopt("first", SHORTEST);

        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START
                        .plus(SHORTEST)
                        .plus(LeaseOptions.defaults().clockTolerance()));
        assertThat(instances).contains("first");
    }

    @Test
    void setTheRequestedTimerIfThatIsFarEnough() {
        assertThat(leases.adopt("first", HOUR).endsAt()).isEqualTo(TestTime.START.plus(HOUR));
    }

    @Test
    void moveTheEndByNoLessThanTheServiceTakes() throws InterruptedException {
        InstanceLease lease = leases.adopt("first", HOUR);
        time.sleep(HOUR.minusSeconds(1));

        assertThat(lease.extend(Duration.ofSeconds(1)))
                .isAfterOrEqualTo(time.now().plus(SHORTEST));
    }

    @Test
    void handOutNoLeaseThatHasNoTimerYet() {
        booting.set(true);
        List<List<InstanceLease>> seen = new ArrayList<>();
        meanwhile.add(leases -> {
            seen.add(leases.openLeases());
            booting.set(false);
        });

        InstanceLease lease = leases.adopt("first", HOUR);

        assertThat(seen).containsExactly(List.of());
        assertThat(leases.openLeases()).containsExactly(lease);
    }

    @Test
    void moveNoEndThatIsNotSetYet() {
        Instance booting = Instance.builder()
                .instanceUuid("first")
                .status(InstanceStatus.CREATED)
                .title("")
                .build();
        LeaseJournal journal = LeaseJournal.open(client.timer(), null);
        InstanceLease lease = new DefaultInstanceLease(
                client,
                LeaseOptions.defaults(),
                new OwnedInstance(booting, journal.adopted("first", new LeaseTerms(null, null))),
                journal,
                new LeaseExecutor(client.executor()),
                released -> {});

        assertThatThrownBy(() -> lease.extend(HOUR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("first");
        assertThat(server.requests()).isZero();
    }

    @Test
    void destroyAlthoughTheKeyCannotBeReadForAMoment() {
        InstanceLease lease = leases.adopt("first", HOUR);
        vaultIsOpen.set(false);
        meanwhile.add(leases -> vaultIsOpen.set(true));

        lease.close();

        assertThat(instances).containsExactly("second");
    }

    @Test
    void sweepNothingThatIsAdoptedAndKeptMeanwhile() {
        uploading.set(true);
        meanwhile.add(leases -> leases.adopt("second", HOUR).keep());

        SweepPreview preview = leases.sweep(ALL);
        SweepReport report = preview.destroy();

        assertThat(preview.found()).hasSize(2);
        assertThat(report.skipped())
                .extracting(SweepPreview.Skipped::reason)
                .containsExactly(SweepPreview.Reason.LEASED);
        assertThat(report.destroyed()).extracting(Instance::instanceUuid).containsExactly("first");
        assertThat(instances).containsExactly("second");
    }

    @Test
    void sweepWhatWasKeptBefore() {
        leases.adopt("second", HOUR).keep();

        leases.sweep(ALL).destroy();

        assertThat(instances).isEmpty();
    }
}
