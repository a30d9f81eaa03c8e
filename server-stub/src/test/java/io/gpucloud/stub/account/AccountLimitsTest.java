package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An account accepts objects up to its limit, rejects one more, and accepts another one after a removal. */
class AccountLimitsTest {

    private final Tenant tenant = Tenant.with(
            Tenant.rules(Tenant.CATALOG, new Rules.Durations(0, 0, 0), new Rules.Metering(false, false), 100, 100),
            Tenant.seed(0));

    private static String full(int max, String what) {
        return "ACCOUNT_LIMIT the account has " + max + " " + what + ", which is the limit";
    }

    @Test
    void holdsAsManyInstancesAsItsRulesSay() {
        Function<Account, Instance> create = account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1);
        String first = tenant.does(create).uuid();
        for (int i = 1; i < 100; i++) {
            tenant.does(create);
        }
        assertThat(tenant.isRefused(create)).isEqualTo(full(100, "instances"));

        tenant.does(account -> account.destroy(first));

        assertThat(tenant.does(create).status()).isEqualTo(InstanceStatus.CREATED);
    }

    @Test
    void holdsAThousandPrivateImages() {
        String instance = tenant.creates();
        for (int i = 0; i < 1_000; i++) {
            String name = "image " + i;
            tenant.after(1).does(account -> account.saveImage(instance, name, null));
            tenant.after(1).does(account -> account.start(instance));
        }
        Function<Account, PrivateImage> save = account -> account.saveImage(instance, "one more", null);
        assertThat(tenant.after(1).isRefused(save)).isEqualTo(full(1_000, "private images"));

        String last = tenant.reads(ReadOnlyAccount::listPrivateImages).get(0).uuid();
        tenant.does(account -> account.deleteImage(last));

        assertThat(tenant.does(save).title()).isEqualTo("one more");
    }

    @Test
    void holdsAThousandCardsAndFaultsAndAHundredThousandRecharges() {
        for (int i = 0; i < 1_000; i++) {
            tenant.does(account -> account.bindCard(1, 1, List.of()));
            tenant.suffers(Kind.NEVER_BOOT, 0, 1);
        }
        for (int i = 0; i < 100_000; i++) {
            tenant.does(account -> account.payIn(1));
        }
        assertThat(tenant.isRefused(account -> account.bindCard(1, 1, List.of())))
                .isEqualTo(full(1_000, "cards"));
        assertThat(tenant.isRefused(account -> account.payIn(1))).isEqualTo(full(100_000, "recharges"));
        assertThat(tenant.isRefused(account -> account.addFault(Tenant.fault("fault-2", Kind.NEVER_BOOT, 0, 1))))
                .isEqualTo(full(1_000, "faults"));
    }
}
