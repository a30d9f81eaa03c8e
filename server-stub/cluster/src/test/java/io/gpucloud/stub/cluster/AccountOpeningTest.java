package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Accounts that one member opens while another one closes them. */
class AccountOpeningTest {

    private static final int OFTEN = 100;
    private static final int STEP_MICROS = 20;
    private static final ThreeMembers TRIO = new ThreeMembers();

    @AfterAll
    static void end() {
        TRIO.close();
    }

    @Test
    void keepsAnAccountThatIsClosedWhileItIsUsed() {
        race("used", AccountOpeningTest::use, Accounts::close);
    }

    @Test
    void keepsAnAccountThatIsClosedWhileItIsReset() {
        race("anew", (all, key) -> all.open(key, AccountSeed.ofBalance(1)), Accounts::close);
    }

    @Test
    void keepsAnAccountWhileAllAccountsAreReplaced() {
        race("replaced", AccountOpeningTest::use, (all, key) -> all.restoreAll(Map.of()));
    }

    private static void use(Accounts accounts, AccountKey key) {
        accounts.perform(key, new Operation.GetBalance());
    }

    private static void race(
            String name, BiConsumer<Accounts, AccountKey> opens, BiConsumer<Accounts, AccountKey> closes) {
        use(TRIO.member(1), new AccountKey("tenant-warm"));
        for (int i = 0; i < OFTEN; i++) {
            AccountKey key = new AccountKey("tenant-" + name + "-" + i);
            CompletableFuture<Void> opening = CompletableFuture.runAsync(() -> opens.accept(TRIO.member(0), key));
            // Each at another time, so that some calls come between the account and its mark.
            long moment = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos((long) i * STEP_MICROS);
            while (System.nanoTime() < moment) {
                Thread.onSpinWait();
            }
            closes.accept(TRIO.member(1), key);
            opening.join();
            assertThat(TRIO.member(2).perform(key, new Operation.ListInstances()))
                    .isEmpty();
            assertThat(TRIO.member(0).open()).contains(key);
        }
    }
}
