package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.UnavailableException;
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

/** What is said by a member that has lost the others without being told. */
class CutOffTest {

    private static final Duration SOON = Duration.ofMinutes(1);

    /** So many that each member keeps some of them. */
    private static final int PARTS = 24;

    private static final List<AccountKey> KEYS = IntStream.range(0, PARTS)
            .mapToObj(i -> new AccountKey("tenant-" + i))
            .toList();

    /** One that a member brings up to date by itself. */
    private static final String PART = "faults";

    private static final int UNHEARD_OF = 77;

    @TempDir
    Path logs;

    /** The engine lets it change what it keeps until it gives the others up, and then counts none of their copies. */
    @Test
    void doesNotSayThatAPartHasChanged() {
        List<String> named = LocalCluster.freeAddresses(3);
        ExecutorService changers = Executors.newFixedThreadPool(PARTS);
        try (Companion second = Companion.begin(named.get(1), named, logs.resolve("second.log"));
                Companion third = Companion.begin(named.get(2), named, logs.resolve("third.log"));
                Members first = joinedBy(named)) {
            Await.until("all are there", SOON, () -> first.count() == 3 && first.backupsAreInSync());
            IntStream.range(0, PARTS).forEach(i -> counted(first.shared("part-" + i)));
            second.fallSilent();
            third.fallSilent();
            List<CompletableFuture<Boolean>> changing = IntStream.range(0, PARTS)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> isCounted(first.shared("part-" + i)), changers))
                    .toList();
            assertThat(changing).allSatisfy(one -> assertThat(one.join()).isFalse());
        } finally {
            changers.shutdown();
        }
    }

    /** Calls just before it ceases to be sure are under way when the engine gives the others up. */
    @Test
    void doesNotSayThatAccountsHaveChanged() {
        List<String> named = LocalCluster.freeAddresses(3);
        ExecutorService payers = Executors.newCachedThreadPool();
        try (Companion second = Companion.begin(named.get(1), named, logs.resolve("second.log"));
                Companion third = Companion.begin(named.get(2), named, logs.resolve("third.log"));
                Members first = joinedBy(named)) {
            Accounts accounts = Trio.accounts(first, InstantSource.system());
            Await.until("all are there", SOON, () -> first.count() == 3 && first.backupsAreInSync());
            KEYS.forEach(key -> Await.until("it can be paid in", SOON, () -> isPaidIn(accounts, key)));
            second.fallSilent();
            third.fallSilent();
            List<CompletableFuture<Boolean>> paying = new ArrayList<>();
            while (first.here().isSure()) {
                KEYS.forEach(key -> paying.add(CompletableFuture.supplyAsync(() -> isPaidIn(accounts, key), payers)));
                Await.pause(Duration.ofMillis(500));
            }
            assertThat(paying).allSatisfy(one -> assertThat(one.join()).isFalse());
        } finally {
            payers.shutdown();
        }
    }

    @Test
    void saysWhatTheMajorityMadeOfItWhenAllAreTogetherAgain() {
        try (Trio trio = new Trio()) {
            counted(trio.shared(0, PART));
            Here first = trio.members(0).here();
            String itself = trio.members(0).identifier();
            Await.until("it has caught up", SOON, () -> first.confirms(itself));
            // As if it had been told of a change that nobody else has heard of.
            first.replica(PART).tell("count", UNHEARD_OF, 1_000);
            trio.cutOffTheFirst();
            Await.until("they go on", SOON, () -> isCounted(trio.shared(1, PART)));
            int made = Objects.requireNonNull(trio.shared(1, PART).get("count"));
            Await.until(
                    "it is with them again",
                    SOON,
                    () -> trio.members(0).count() == 3
                            && Objects.equals(trio.shared(0, PART).get("count"), made));
            assertThat(IntStream.range(0, 3).mapToObj(i -> trio.shared(i, PART).get("count")))
                    .containsOnly(made);
            assertThat(made).isLessThan(UNHEARD_OF);
            assertThat(counted(trio.shared(0, PART))).isEqualTo(made + 1);
        }
    }

    /** The others start more slowly, and are not waited for without end. */
    private static Members joinedBy(List<String> named) {
        Await.until("the others listen", SOON, () -> named.stream().skip(1).allMatch(Absent::listens));
        return Trio.join(named.get(0), named);
    }

    private static boolean isCounted(SharedStore<Integer> part) {
        try {
            counted(part);
            return true;
        } catch (UnavailableException refused) {
            return false;
        }
    }

    private static boolean isPaidIn(Accounts accounts, AccountKey key) {
        try {
            accounts.perform(key, new Operation.PayIn(1));
            return true;
        } catch (UnavailableException refused) {
            return false;
        }
    }

    private static @Nullable Integer counted(SharedStore<Integer> part) {
        return part.change("count", count -> count == null ? 1 : count + 1);
    }
}
