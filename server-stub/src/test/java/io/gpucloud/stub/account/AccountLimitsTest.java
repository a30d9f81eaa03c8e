package io.gpucloud.stub.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An account accepts objects up to its limit, and rejects one more. DefaultLimitsTest has images, cards and faults. */
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
    void holdsAHundredThousandRecharges() {
        for (int i = 0; i < 100_000; i++) {
            tenant.does(account -> account.payIn(1));
        }
        assertThat(tenant.isRefused(account -> account.payIn(1))).isEqualTo(full(100_000, "recharges"));
    }
}
