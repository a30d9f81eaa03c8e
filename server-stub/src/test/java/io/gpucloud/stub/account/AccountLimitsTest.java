package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import java.util.List;
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
        Operation<Instance> create = new Operation.CreateFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1);
        String first = tenant.does(create).uuid();
        for (int i = 1; i < 100; i++) {
            tenant.does(create);
        }
        assertThat(tenant.isRefused(create)).isEqualTo(full(100, "instances"));

        tenant.does(new Operation.Destroy(first));

        assertThat(tenant.does(create).status()).isEqualTo(InstanceStatus.CREATED);
    }

    @Test
    void holdsAThousandPrivateImages() {
        String instance = tenant.creates();
        String last = "";
        for (int i = 0; i < 1_000; i++) {
            last = tenant.after(1)
                    .does(new Operation.SaveImage(instance, "image " + i, null))
                    .uuid();
            tenant.after(1).does(new Operation.Start(instance));
        }
        Operation<PrivateImage> save = new Operation.SaveImage(instance, "one more", null);
        assertThat(tenant.after(1).isRefused(save)).isEqualTo(full(1_000, "private images"));

        tenant.does(new Operation.DeleteImage(last));

        assertThat(tenant.does(save).title()).isEqualTo("one more");
    }

    @Test
    void holdsAThousandCardsAndFaultsAndAHundredThousandRecharges() {
        for (int i = 0; i < 1_000; i++) {
            tenant.does(new Operation.BindCard(1, 1, List.of()));
            tenant.suffers(Kind.NEVER_BOOT, 0, 1);
        }
        for (int i = 0; i < 100_000; i++) {
            tenant.does(new Operation.PayIn(1));
        }
        assertThat(tenant.isRefused(new Operation.BindCard(1, 1, List.of()))).isEqualTo(full(1_000, "cards"));
        assertThat(tenant.isRefused(new Operation.PayIn(1))).isEqualTo(full(100_000, "recharges"));
        assertThat(tenant.isRefused(new Operation.AddFault(Tenant.fault("fault-2", Kind.NEVER_BOOT, 0, 1))))
                .isEqualTo(full(1_000, "faults"));
    }
}
