package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A service on which a created instance waits for {@code startInstance}. */
class ExplicitStartTest {

    private final Tenant tenant = Tenant.with(Tenant.rules(TimerUnit.EITHER, StartMode.EXPLICIT), Tenant.seed(100_000));
    private final String uuid = tenant.creates();

    @Test
    void aCreatedInstanceDoesNotBootByItself() {
        tenant.after(DAY);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        assertThat(tenant.bills()).isEmpty();
    }

    @Test
    void aStartBootsItAndARestartNeedsNoFurtherStart() {
        tenant.after(DAY).does(account -> account.start(uuid));
        assertThat(tenant.isRefused(account -> account.start(uuid))).startsWith("START_REFUSED");
        tenant.moved().after(DURATIONS.boot() - 1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);

        tenant.does(account -> account.restart(uuid));
        assertThat(tenant.isRefused(account -> account.start(uuid))).startsWith("START_REFUSED");
        tenant.after(DURATIONS.boot());
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void anInstanceThatHasNotStartedHoldsItsGpusAndCanBeDestroyed() {
        assertThat(tenant.state().instances()).hasSize(1);
        tenant.does(account -> account.destroy(uuid));
        assertThat(tenant.state().instances()).isEmpty();
    }
}
