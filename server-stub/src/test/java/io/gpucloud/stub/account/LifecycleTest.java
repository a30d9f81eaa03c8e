package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Instance.Addresses;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LifecycleTest {

    private static final String UNSUITABLE = " the instance does not exist or its state does not allow this";

    private final Tenant tenant = Tenant.withFunds();

    @Test
    void aNewInstanceRunsByItselfFromTheMomentAtWhichItsBootIsDue() {
        String uuid = tenant.creates();
        Instance created = tenant.sees(uuid);
        assertThat(created.status()).isEqualTo(InstanceStatus.CREATED);
        assertThat(created.createTime()).isEqualTo(Tenant.START);
        assertThat(created.startTime()).isZero();
        assertThat(created.serverUrl()).isNull();
        assertThat(created.title()).isEqualTo("ComfyUI");

        tenant.after(DURATIONS.boot() - 1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);

        Instance running = tenant.after(1_000).sees(uuid);
        assertThat(running.status()).isEqualTo(InstanceStatus.RUNNING);
        assertThat(running.startTime()).isEqualTo(Tenant.START + DURATIONS.boot());
        assertThat(running.serverUrl()).hasSize(1).allMatch(url -> url.startsWith("https://"));
    }

    @Test
    void aBootThatTakesNoTimeHasNotEndedInTheResponse() {
        tenant.does(account -> account.setDurations(0L, 0L, 0L));
        Instance created = tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1));
        assertThat(created.status()).isEqualTo(InstanceStatus.CREATED);
        assertThat(tenant.status(created.uuid())).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aRestartPassesThroughCreatedAndKeepsTheAddresses() {
        String uuid = tenant.runs();
        tenant.after(100).does(account -> account.restart(uuid));
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
        tenant.becomes(InstanceStatus.RUNNING, uuid, DURATIONS.boot());
        assertThat(tenant.sees(uuid).startTime()).isEqualTo(tenant.now());
    }

    @Test
    void anInstanceThatIsSavedShutsDownByItselfAndStartsThroughCreated() {
        String uuid = tenant.runs();
        tenant.does(account -> account.saveImage(uuid, null, null));
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
        assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
        tenant.becomes(InstanceStatus.SHUT_DOWN, uuid, DURATIONS.shutdown());
        assertThat(tenant.sees(uuid).serverUrl()).isEmpty();

        tenant.does(account -> account.start(uuid, null, null));
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        tenant.becomes(InstanceStatus.RUNNING, uuid, DURATIONS.boot());
        assertThat(tenant.sees(uuid).startTime()).isEqualTo(tenant.now());
        assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
    }

    private void refuses(String reason, Function<Account, ?> operation) {
        assertThat(tenant.isRefused(operation)).isEqualTo(reason);
    }

    private String has(InstanceStatus status) {
        String uuid = status == InstanceStatus.CREATED
                ? tenant.creates()
                : status == InstanceStatus.SHUT_DOWN ? tenant.hasShutDown() : tenant.runs();
        if (status == InstanceStatus.SHUTTING_DOWN) {
            tenant.does(account -> account.setShutdownTimer(uuid, 5, true));
            tenant.after(5 * Tenant.MINUTE);
        }
        assertThat(tenant.status(uuid)).isEqualTo(status);
        return uuid;
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED, true, true, true",
        "RUNNING, true, false, false",
        "SHUTTING_DOWN, true, true, true",
        "SHUT_DOWN, false, true, true"
    })
    void aStatusRejectsOperations(InstanceStatus status, boolean start, boolean restart, boolean saveAndTimer) {
        String uuid = has(status);
        if (start) {
            refuses("START_REFUSED" + UNSUITABLE, account -> account.start(uuid, null, null));
        }
        if (restart) {
            refuses("RESTART_REFUSED" + UNSUITABLE, account -> account.restart(uuid));
        }
        if (saveAndTimer) {
            refuses("INSTANCE_UNSUITABLE" + UNSUITABLE, account -> account.saveImage(uuid, null, null));
            refuses("INSTANCE_UNSUITABLE" + UNSUITABLE, account -> account.setShutdownTimer(uuid, 60, true));
            refuses("TIMER_CANCEL_REFUSED" + UNSUITABLE, account -> account.setShutdownTimer(uuid, 0, true));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CREATED", "RUNNING", "SHUTTING_DOWN", "SHUT_DOWN"})
    void anInstanceCanBeDestroyedInEveryStatus(InstanceStatus status) {
        String uuid = has(status);
        tenant.does(account -> account.destroy(uuid));
        tenant.after(Tenant.DAY);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        refuses("RESTART_REFUSED" + UNSUITABLE, account -> account.restart(uuid));
        refuses(
                "INSTANCE_NOT_DESTROYABLE the instance does not exist or cannot be destroyed",
                account -> account.destroy(uuid));
    }

    @Test
    void anOrderNamesAMarketImageByItsComponents() {
        Instance created = tenant.does(account -> account.createFromImage(Tenant.MARKET_IMAGE, Tenant.FREE_GPU, 8));
        assertThat(created.order().source().imageName())
                .isEqualTo("Ubuntu 22.04, CUDA 12.4, Python 3.11, PyTorch 2.5.1");
        assertThat(created.order().source().imageTag()).isNull();
        assertThat(created.order().gpuNums()).isEqualTo(8);
    }

    @Test
    void identifiersDependOnlyOnTheAccountAndTheirNumber() {
        assertThat(tenant.creates()).isEqualTo(Tenant.withFunds().creates());
        assertThat(tenant.creates()).isNotEqualTo(Tenant.withFunds().creates());
    }

    /** The service waits for {@code startInstance}. */
    @Nested
    class AnInstanceThatDoesNotBootByItself {

        private final Tenant tenant =
                Tenant.with(Tenant.rules(TimerUnit.EITHER, StartMode.EXPLICIT), Tenant.seed(100_000));
        private final String uuid = tenant.creates();

        @Test
        void aCreatedInstanceDoesNotBootByItself() {
            tenant.after(DAY);
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
            assertThat(tenant.bills()).isEmpty();
        }

        @Test
        void anExplicitStartIsNeededOnlyOnce() {
            tenant.after(DAY).does(account -> account.start(uuid, null, null));
            assertThat(tenant.isRefused(account -> account.start(uuid, null, null)))
                    .startsWith("START_REFUSED");
            tenant.moved().becomes(InstanceStatus.RUNNING, uuid, DURATIONS.boot());
            tenant.does(account -> account.restart(uuid));
            assertThat(tenant.isRefused(account -> account.start(uuid, null, null)))
                    .startsWith("START_REFUSED");
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
}
