package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.store.SharedStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member whose connections to the others are open but silent acknowledges nothing. */
class UnresponsiveMembersTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** Enough parts that each member owns some of them. */
    private static final int PARTS = 24;

    private static final List<AccountKey> KEYS = IntStream.range(0, PARTS)
            .mapToObj(i -> new AccountKey("tenant-" + i))
            .toList();

    /** A part that members update by themselves. */
    private static final String PART = "faults";

    private static final int UNHEARD_OF = 77;

    @TempDir
    Path logs;

    /** Hazelcast lets the member change its own parts until it removes the others, and then requires no backups. */
    @Test
    void acknowledgesNoChangeOfSharedState() {
        List<String> named = LocalCluster.freeAddresses(3);
        ExecutorService changers = Executors.newFixedThreadPool(PARTS);
        try (MemberMain second = MemberMain.begin(named.get(1), named, logs.resolve("second.log"));
                MemberMain third = MemberMain.begin(named.get(2), named, logs.resolve("third.log"));
                Members first = joinedBy(named)) {
            Await.until("all members have joined", SOON, () -> first.count() == 3 && first.backupsAreInSync());
            IntStream.range(0, PARTS).forEach(i -> counted(first.shared("part-" + i)));
            second.pause();
            third.pause();
            List<CompletableFuture<Boolean>> changing = IntStream.range(0, PARTS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> isCounted(first.shared("part-" + i)), changers))
                    .toList();
            assertThat(changing).allSatisfy(one -> assertThat(one.join()).isFalse());
        } finally {
            changers.shutdown();
        }
    }

    /** Calls that start just before the quorum ends are running when Hazelcast removes the others. */
    @Test
    void acknowledgesNoChangeOfAccounts() {
        List<String> named = LocalCluster.freeAddresses(3);
        ExecutorService payers = Executors.newCachedThreadPool();
        try (MemberMain second = MemberMain.begin(named.get(1), named, logs.resolve("second.log"));
                MemberMain third = MemberMain.begin(named.get(2), named, logs.resolve("third.log"));
                Members first = joinedBy(named)) {
            Accounts accounts = ThreeMembers.accounts(first, InstantSource.system());
            Await.until("all members have joined", SOON, () -> first.count() == 3 && first.backupsAreInSync());
            KEYS.forEach(key -> Await.until("the account accepts recharges", SOON, () -> isPaidIn(accounts, key)));
            second.pause();
            third.pause();
            List<CompletableFuture<Boolean>> paying = new ArrayList<>();
            while (first.localMember().hasQuorum()) {
                KEYS.forEach(key -> paying.add(CompletableFuture.supplyAsync(() -> isPaidIn(accounts, key), payers)));
                Await.pause(Duration.ofMillis(500));
            }
            assertThat(paying).allSatisfy(one -> assertThat(one.join()).isFalse());
        } finally {
            payers.shutdown();
        }
    }

    @Test
    void takesTheValuesOfTheMajorityAfterRejoining() {
        try (ThreeMembers cluster = new ThreeMembers()) {
            counted(cluster.shared(0, PART));
            LocalMember first = cluster.members(0).localMember();
            String itself = cluster.members(0).identifier();
            Await.until("the first member is up to date", SOON, () -> first.confirms(itself));
            // As if it had received a change that no other member has received.
            first.replica(PART).change("count", UNHEARD_OF, 1_000);
            cluster.cutOffFirst();
            Await.until("the others serve calls", SOON, () -> isCounted(cluster.shared(1, PART)));
            int made = Objects.requireNonNull(cluster.shared(1, PART).get("count"));
            Await.until(
                    "the first member has rejoined",
                    SOON,
                    () -> cluster.members(0).count() == 3
                            && Objects.equals(cluster.shared(0, PART).get("count"), made));
            assertThat(IntStream.range(0, 3)
                            .mapToObj(i -> cluster.shared(i, PART).get("count")))
                    .containsOnly(made);
            assertThat(made).isLessThan(UNHEARD_OF);
            assertThat(counted(cluster.shared(0, PART))).isEqualTo(made + 1);
        }
    }

    /** Joins when the other members listen, because they start more slowly. */
    private static Members joinedBy(List<String> named) {
        Await.until(
                "the other members listen", SOON, () -> named.stream().skip(1).allMatch(JoinDiagnostics::listens));
        return ThreeMembers.join(named.get(0), named);
    }

    private static boolean isCounted(SharedStore<Integer> part) {
        try {
            counted(part);
            return true;
        } catch (StateUnavailableException refused) {
            return false;
        }
    }

    private static boolean isPaidIn(Accounts accounts, AccountKey key) {
        try {
            accounts.perform(key, new Operation.PayIn(1));
            return true;
        } catch (StateUnavailableException refused) {
            return false;
        }
    }

    private static @Nullable Integer counted(SharedStore<Integer> part) {
        return part.change("count", count -> count == null ? 1 : count + 1);
    }
}
