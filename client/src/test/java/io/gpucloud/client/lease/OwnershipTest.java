package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Timers and ownership of instances with two concurrent actions. Tests against the stub cover the rest. */
class OwnershipTest extends AccountTestBase {

    private static final Duration SHORTEST = Duration.ofMinutes(5);
    private static final SweepCriteria ALL =
            SweepCriteria.olderThan(HOUR).includeTimed().includeOtherOwners();

    private final String first = account.foreign("");
    private final String second = account.foreign("");
    private final List<Consumer<Leases>> meanwhile = new CopyOnWriteArrayList<>();
    private final AtomicBoolean vaultIsOpen = new AtomicBoolean(true);
    private final AtomicBoolean tokenIsValid = new AtomicBoolean(true);
    private final List<Leases> open = new CopyOnWriteArrayList<>();

    @AutoClose
    private final GpuCloudClient own = TestClients.builder(server, time)
            .apiKey(this::key)
            .interceptor(request -> {
                if (!tokenIsValid.get()) {
                    throw new IllegalArgumentException("the token is over");
                }
            })
            .timer(time.withPauses(pause -> {
                var over = time.after(pause);
                if (!meanwhile.isEmpty()) {
                    meanwhile.remove(0).accept(open.get(0));
                }
                return over;
            }))
            .build();

    private final Leases leases = TestClients.leases(own);

    OwnershipTest() {
        open.add(leases);
    }

    private ApiKey key() {
        if (!vaultIsOpen.get()) {
            throw new IllegalStateException("the vault is closed");
        }
        return ApiKey.of(TestClients.KEY);
    }

    @Test
    void setATimerThatAServiceTakesWhoseClockIsAhead() {
        InstanceLease lease = leases.adopt(first, SHORTEST);

        assertThat(lease.endsAt())
                .isEqualTo(TestTime.START
                        .plus(SHORTEST)
                        .plus(LeaseOptions.builder().withoutJournal().build().clockTolerance()));
        assertThat(account.instances()).contains(first);
    }

    @Test
    void moveTheEndByNoLessThanTheServiceTakes() throws InterruptedException {
        InstanceLease lease = leases.adopt(first, HOUR);
        time.sleep(HOUR.minusSeconds(1));

        assertThat(lease.extend(Duration.ofSeconds(1)))
                .isAfterOrEqualTo(time.now().plus(SHORTEST));
    }

    @Test
    void handOutNoLeaseThatHasNoTimerYet() {
        account.booting();
        List<List<InstanceLease>> seen = new ArrayList<>();
        meanwhile.add(leases -> {
            seen.add(leases.openLeases());
            account.boots();
        });

        InstanceLease lease = leases.adopt(first, HOUR);

        assertThat(seen).containsExactly(List.of());
        assertThat(leases.openLeases()).containsExactly(lease);
    }

    @Test
    void destroyAlthoughTheKeyCannotBeReadAndAnInterceptorFailsForAMoment() {
        InstanceLease lease = leases.adopt(first, HOUR);
        vaultIsOpen.set(false);
        meanwhile.add(leases -> {
            vaultIsOpen.set(true);
            tokenIsValid.set(false);
        });
        meanwhile.add(leases -> tokenIsValid.set(true));

        lease.close();

        assertThat(account.instances()).containsExactly(second);
    }

    @Test
    void sweepNothingThatIsAdoptedAndKeptMeanwhile() throws InterruptedException {
        account.failing("destroy", 1, Reply.code(-1, "an image uploads"));
        time.sleep(HOUR);
        meanwhile.add(leases -> leases.adopt(second, HOUR).keep());

        SweepPreview preview = leases.sweep(ALL);
        SweepReport report = preview.destroy();

        assertThat(preview.found()).hasSize(2);
        assertThat(report.skipped())
                .extracting(SweepPreview.Skipped::reason)
                .containsExactly(SweepPreview.Reason.LEASED);
        assertThat(report.destroyed()).extracting(Instance::instanceUuid).containsExactly(first);
        assertThat(account.instances()).containsExactly(second);
    }

    @Test
    void sweepWhatWasKeptBefore() throws InterruptedException {
        leases.adopt(second, HOUR).keep();
        time.sleep(HOUR);

        leases.sweep(ALL).destroy();

        assertThat(account.instances()).isEmpty();
    }
}
