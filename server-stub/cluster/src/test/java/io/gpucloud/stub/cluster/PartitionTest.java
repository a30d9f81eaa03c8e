package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.UnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Accounts survive a partition of the network in which every member keeps running. */
class PartitionTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    private static final List<AccountKey> KEYS =
            IntStream.range(0, 24).mapToObj(i -> new AccountKey("tenant-" + i)).toList();

    @Test
    void keepsEveryAccountWhenAllMembersAreCutOffFromEachOther() {
        try (Trio trio = new Trio()) {
            Map<AccountKey, Object> before = new HashMap<>();
            for (AccountKey key : KEYS) {
                trio.member(0).perform(key, new Operation.PayIn(100 + before.size()));
                before.put(key, balance(trio, 0, key));
            }
            trio.cutOffEveryMember();
            for (int member = 0; member < 3; member++) {
                int asked = member;
                Await.until(
                        "all accounts are available",
                        SOON,
                        () -> KEYS.stream().allMatch(key -> isAvailable(trio, asked, key)));
                for (AccountKey key : KEYS) {
                    assertThat(balance(trio, member, key)).as(key.name()).isEqualTo(before.get(key));
                }
            }
        }
    }

    private static boolean isAvailable(Trio trio, int member, AccountKey key) {
        try {
            return balance(trio, member, key) != null;
        } catch (UnavailableException refused) {
            return false;
        }
    }

    private static Object balance(Trio trio, int member, AccountKey key) {
        return trio.member(member).perform(key, new Operation.GetBalance());
    }
}
