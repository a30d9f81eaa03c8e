package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DAY;
import static io.gpucloud.stub.account.Tenant.HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountSeed.RentedInstance;
import io.gpucloud.stub.account.AccountSeed.SavedImage;
import io.gpucloud.stub.account.Rules.Metering;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountTest {

    @Test
    void aSeededAccountHoldsInstancesInEveryStatus() {
        Instance.Source source = new Instance.Source(Tenant.POD, "ComfyUI", "0.3", Tenant.POD);
        List<RentedInstance> instances = EnumSet.range(InstanceStatus.CREATED, InstanceStatus.SHUT_DOWN).stream()
                .map(status -> new RentedInstance(source, Tenant.SCARCE_GPU, 1, status.name(), status, -DAY))
                .toList();
        Tenant tenant = Tenant.with(
                Tenant.rules(new Metering(true, true), 100),
                new AccountSeed(Tenant.seed(10_000).recharges(), List.of(), List.of(), List.of(), instances));
        assertThat(tenant.reads(ReadOnlyAccount::listInstances))
                .allMatch(instance -> instance.title().equals(instance.status().name()))
                .allMatch(instance -> instance.createTime() == Tenant.START - DAY);
        tenant.after(HOUR);
        assertThat(tenant.reads(ReadOnlyAccount::listInstances))
                .extracting(Instance::status)
                .containsExactly(
                        InstanceStatus.SHUT_DOWN,
                        InstanceStatus.SHUT_DOWN,
                        InstanceStatus.RUNNING,
                        InstanceStatus.RUNNING);
        assertThat(tenant.isRefused(account -> account.createFromPod(Tenant.POD, null, Tenant.SCARCE_GPU, 4)))
                .startsWith("NO_CAPACITY");
        tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.SCARCE_GPU, 2));
    }

    @Test
    void aSeededAccountFinishesTheUploadsThatItOpensWith() {
        Tenant tenant = Tenant.with(
                Tenant.rules(new Metering(true, true), 100),
                new AccountSeed(
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(new SavedImage("base", "", SaveImageStatus.UPLOADING, -HOUR, null, null)),
                        List.of()));
        String uuid = tenant.reads(ReadOnlyAccount::listPrivateImages).get(0).uuid();
        assertThat(tenant.image(uuid).status()).isEqualTo(SaveImageStatus.UPLOADING);
        tenant.after(Tenant.DURATIONS.imageUpload());
        assertThat(tenant.image(uuid).status()).isEqualTo(SaveImageStatus.SUCCEEDED);
    }

    @Test
    void timeNeverGoesBack() {
        Tenant tenant = Tenant.withFunds();
        String uuid = tenant.runs();
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
        tenant.after(-10).does(account -> account.restart(uuid));
        assertThat(tenant.state().moment()).isEqualTo(tenant.now() + 10);
    }

    @Test
    void changesThatTakeNoTimeAreVisibleToTheNextReadAlthoughTheClockWasSetBack() {
        Rules rules = Tenant.rules(Tenant.CATALOG, new Rules.Durations(0, 0, 0), new Metering(true, true), 10_000, 100);
        Tenant tenant = Tenant.with(rules, Tenant.seed(10_000));
        tenant.after(HOUR).reads(ReadOnlyAccount::listInstances);
        String uuid = tenant.after(-HOUR / 2).creates();
        assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
    }

    @Test
    void aRejectedOperationAppliesOnlyDueEvents() {
        Tenant tenant = Tenant.withFunds();
        tenant.creates();
        tenant.after(DAY);
        AccountSnapshot before = tenant.moved().state();
        tenant.isRefused(account -> account.createFromPod(Tenant.POD, null, Tenant.SOLD_OUT_GPU, 1));
        tenant.isRefused(account -> account.destroy("none"));
        assertThat(tenant.state()).isEqualTo(before);
    }

    /** DefaultLimitsTest and ConfiguredLimitsTest have the other limits. */
    @Test
    void aLimitedAccountHoldsAHundredThousandRecharges() {
        Tenant tenant = Tenant.with(0);
        for (int i = 0; i < 100_000; i++) {
            tenant.does(account -> account.payIn(1));
        }
        assertThat(tenant.isRefused(account -> account.payIn(1)))
                .isEqualTo("ACCOUNT_LIMIT the account has 100000 recharges, which is the limit");
    }
}
