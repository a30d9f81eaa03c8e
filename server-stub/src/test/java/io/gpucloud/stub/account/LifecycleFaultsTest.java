package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.fault.ActiveFaults;
import io.gpucloud.stub.fault.DeterministicRandom;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import io.gpucloud.stub.fault.Trigger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleFaultsTest {

    private final Tenant tenant = Tenant.withFunds();

    @Test
    void neverBootKeepsTheNextInstanceInStatusCreated() {
        tenant.suffers(Kind.NEVER_BOOT, 0, 1);
        String stuck = tenant.creates();
        String next = tenant.creates();
        tenant.after(DAY);
        assertThat(tenant.status(stuck)).isEqualTo(InstanceStatus.CREATED);
        assertThat(tenant.status(next)).isEqualTo(InstanceStatus.RUNNING);
        tenant.does(account -> account.destroy(stuck));
    }

    @Test
    void neverBootAppliesToStartsOfStoppedInstances() {
        String uuid = tenant.hasShutDown();
        tenant.suffers(Kind.NEVER_BOOT, 0, 1).does(account -> account.start(uuid, null, null));
        tenant.after(DAY);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
    }

    @Test
    void ignoreTimerLetsTheInstanceRunAndBillAfterTheTimeThatIsListed() {
        tenant.suffers(Kind.IGNORE_TIMER, 0, 1);
        String ignored = tenant.runs();
        long due = tenant.now() + 300;
        tenant.does(account -> account.setShutdownTimer(ignored, due, true));
        tenant.after(DAY);
        assertThat(tenant.reads(account -> account.getInstance(ignored)).status())
                .isEqualTo(InstanceStatus.RUNNING);
        assertThat(tenant.reads(account -> account.getInstance(ignored)).shutdownTime())
                .isEqualTo(due);
        assertThat(tenant.reads(account -> account.getInstance(ignored)).spentCents())
                .isPositive();
        assertThat(tenant.reads(ReadOnlyAccount::listFaults)).isEmpty();

        tenant.does(account -> account.setShutdownTimer(ignored, tenant.now() + 300, true));
        tenant.after(DAY);
        assertThat(tenant.reads(account -> account.getInstance(ignored)).status())
                .isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    @Test
    void staleStatusShowsTheInstanceAsItWasBeforeARequest() {
        String uuid = tenant.hasShutDown();
        tenant.suffers(Kind.STALE_STATUS, 10, 2).does(account -> account.start(uuid, null, null));
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
        String before = tenant.reads(ReadOnlyAccount::revision);
        tenant.after(9);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
        assertThat(tenant.reads(ReadOnlyAccount::revision)).isEqualTo(before);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        assertThat(tenant.reads(ReadOnlyAccount::revision)).isNotEqualTo(before);
    }

    @Test
    void staleStatusListsADestroyedInstanceAtItsPlace() {
        String first = tenant.runs();
        String last = tenant.runs();
        tenant.suffers(Kind.STALE_STATUS, 10, 1).does(account -> account.destroy(first));
        assertThat(tenant.reads(ReadOnlyAccount::listInstances))
                .extracting(Instance::uuid)
                .containsExactly(last, first);
        tenant.after(10);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances))
                .extracting(Instance::uuid)
                .containsExactly(last);
    }

    @Test
    void staleStatusIsNotUsedUpByARejectedRequest() {
        String uuid = tenant.runs();
        tenant.suffers(Kind.STALE_STATUS, 10, 1).isRefused(account -> account.start(uuid, null, null));
        assertThat(tenant.reads(ReadOnlyAccount::listFaults)).hasSize(1);
    }

    @Test
    void aFaultEndsAtItsTime() {
        Trigger trigger = new Trigger(null, 1, new DeterministicRandom(0), tenant.now() + 10);
        tenant.does(account ->
                account.addFault(new Fault<>("fault-1", null, new LifecycleEffect(Kind.REFUSE_DESTROY, 0), trigger)));
        String uuid = tenant.creates();
        tenant.after(9).isRefused(account -> account.destroy(uuid));
        tenant.after(1).does(account -> account.destroy(uuid));
        assertThat(tenant.reads(ReadOnlyAccount::listFaults)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"BOOT_FAILS, SHUT_DOWN", "BOOT_ENDS_ABNORMALLY, ENDED_ABNORMALLY"})
    void aBootCanEndInAStatusThatIsNotBilledAndCanBeStarted(Kind kind, InstanceStatus end) {
        String uuid = tenant.suffers(kind, 0, 1).creates();
        tenant.after(DURATIONS.boot() - 1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(end);
        assertThat(tenant.sees(uuid).serverUrl()).isEmpty();
        tenant.after(DAY);
        assertThat(tenant.bills()).isEmpty();

        tenant.does(account -> account.start(uuid, null, null));
        tenant.after(DURATIONS.boot());
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void noServerUrlLeavesARunningInstanceWithoutAddressesForTheGivenTime() {
        tenant.suffers(Kind.NO_SERVER_URL, 100, 1);
        String uuid = tenant.runs();
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        tenant.after(99);
        assertThat(tenant.sees(uuid).serverUrl()).isEmpty();
        tenant.after(1);
        assertThat(tenant.sees(uuid).serverUrl()).hasSize(1);
    }

    @Test
    void noServerUrlGivesNoAddressesToAnInstanceThatHasShutDown() {
        tenant.suffers(Kind.NO_SERVER_URL, 1_000, 1);
        String uuid = tenant.runs();
        tenant.does(account -> account.saveImage(uuid, null, null));
        tenant.after(DAY);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
        assertThat(tenant.sees(uuid).serverUrl()).isEmpty();
    }

    @Test
    void listLagHidesANewInstanceFromTheListOnly() {
        tenant.suffers(Kind.LIST_LAG, 60, 1);
        String uuid = tenant.creates();
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        assertThat(tenant.does(account -> account.rename(uuid, "there")).title())
                .isEqualTo("there");
        tenant.after(59);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        tenant.after(1);
        assertThat(tenant.sees(uuid).title()).isEqualTo("there");
    }

    @Test
    void refuseDestroyRejectsDestroyRequestsTheGivenNumberOfTimes() {
        String uuid = tenant.runs();
        tenant.suffers(Kind.REFUSE_DESTROY, 0, 2);
        for (int i = 0; i < 2; i++) {
            assertThat(tenant.isRefused(account -> account.destroy(uuid)))
                    .isEqualTo("INSTANCE_NOT_DESTROYABLE the instance does not exist or cannot be destroyed");
        }
        tenant.does(account -> account.destroy(uuid));
    }

    @Test
    void refuseDestroyIsNotCountedForADestroyRequestThatFailsAnyway() {
        String uuid = tenant.runs();
        tenant.suffers(Kind.REFUSE_DESTROY, 0, 1);
        tenant.isRefused(account -> account.destroy("none"));
        assertThat(tenant.reads(ReadOnlyAccount::listFaults)).hasSize(1);
        tenant.isRefused(account -> account.destroy(uuid));
        assertThat(tenant.reads(ReadOnlyAccount::listFaults)).isEmpty();
    }

    @Test
    void listedAgainConfirmsADestroyRequestWithoutEffect() {
        String uuid = tenant.runs();
        tenant.suffers(Kind.LISTED_AGAIN, 60, 1).does(account -> account.destroy(uuid));

        tenant.after(59);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        assertThat(tenant.isRefused(account -> account.destroy(uuid))).startsWith("INSTANCE_NOT_DESTROYABLE");
        assertThat(tenant.isRefused(account -> account.rename(uuid, "there"))).startsWith("INSTANCE_UNKNOWN");
        tenant.after(1);
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);

        tenant.does(account -> account.destroy(uuid));
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
    }

    private void add(String id, Kind kind, long seconds) {
        tenant.does(account -> account.addFault(Tenant.fault(id, kind, seconds, 1)));
    }

    @Test
    void ofSeveralFaultsTheNewestTriggersFirst() {
        add("fault-1", Kind.LIST_LAG, 60);
        add("fault-2", Kind.LIST_LAG, 10);
        tenant.creates();
        assertThat(tenant.reads(ReadOnlyAccount::listFaults))
                .extracting(Fault::id)
                .containsExactly("fault-1");
        tenant.after(10);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances)).hasSize(1);
    }

    @Test
    void ofSeveralFaultsTheNewestDecidesHowABootEnds() {
        add("fault-1", Kind.NEVER_BOOT, 0);
        add("fault-2", Kind.BOOT_FAILS, 0);
        String fails = tenant.creates();
        String never = tenant.creates();
        tenant.after(DAY);
        assertThat(tenant.status(fails)).isEqualTo(InstanceStatus.SHUT_DOWN);
        assertThat(tenant.status(never)).isEqualTo(InstanceStatus.CREATED);
    }

    @Test
    void aFaultTriggersUntilItIsRemovedIfTimesIsAbsent() {
        tenant.suffers(Kind.NEVER_BOOT, 0, null).creates();
        String last = tenant.creates();
        tenant.after(DAY);
        assertThat(tenant.status(last)).isEqualTo(InstanceStatus.CREATED);
        tenant.does(account -> account.removeFault("fault-1"));
        assertThat(tenant.status(tenant.runs())).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aFaultTriggersWithItsProbabilityAndInTheSamePatternEveryTime() {
        List<Boolean> first = triggered(0.25);
        assertThat(first).isEqualTo(triggered(0.25));
        assertThat(first.stream().filter(Boolean::booleanValue).count()).isBetween(200L, 300L);
    }

    private List<Boolean> triggered(double probability) {
        ActiveFaults<LifecycleEffect> faults = new ActiveFaults<>(List.of(new Fault<>(
                "fault-1",
                null,
                new LifecycleEffect(Kind.LIST_LAG, 1),
                new Trigger(null, probability, new DeterministicRandom(42), null))));
        List<Boolean> triggered = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            triggered.add(faults.trigger(0, Kind.LIST_LAG).isPresent());
        }
        return triggered;
    }
}
