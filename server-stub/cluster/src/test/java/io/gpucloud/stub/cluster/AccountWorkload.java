package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSnapshot;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.billing.BillEntry;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.billing.Recharge;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Uses one account through all members in turn and remembers which operations were acknowledged. */
final class AccountWorkload implements Runnable {

    private static final int MOST_INSTANCES = 10;
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final AccountKey key;
    private final List<Accounts> members;
    private final Set<String> everCreated = new HashSet<>();
    private final Deque<String> instances = new ArrayDeque<>();
    private final Set<String> destroyed = new HashSet<>();
    private int unknownCreations;
    private int recharges;
    private int unknownRecharges;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private volatile boolean stopped;
    private volatile @Nullable Throwable failure;

    AccountWorkload(AccountKey key, List<Accounts> members) {
        this.key = key;
        this.members = members;
    }

    AccountKey key() {
        return key;
    }

    int acknowledged() {
        return acknowledged.get();
    }

    int failed() {
        return failed.get();
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            for (int turn = 0; !stopped; turn++) {
                use(members.get(turn % members.size()));
                Await.pause(PAUSE);
            }
        } catch (RuntimeException | AssertionError unexpected) {
            failure = unexpected;
        }
    }

    private void use(Accounts member) {
        if (instances.size() < MOST_INSTANCES) {
            create(member);
        } else {
            destroy(member, instances.removeFirst());
        }
        payIn(member);
    }

    private void create(Accounts member) {
        try {
            String uuid = member.perform(key, new Operation.CreateFromPod("pod-comfyui", null, "gpu-rtx-4090", 1))
                    .uuid();
            assertThat(everCreated.add(uuid))
                    .as("first use of the identifier %s", uuid)
                    .isTrue();
            instances.addLast(uuid);
            acknowledged.incrementAndGet();
        } catch (StateUnavailableException unknown) {
            unknownCreations++;
            failed.incrementAndGet();
        }
    }

    private void destroy(Accounts member, String uuid) {
        try {
            member.perform(key, new Operation.Destroy(uuid));
            destroyed.add(uuid);
            acknowledged.incrementAndGet();
        } catch (StateUnavailableException unknown) {
            // It may exist or not: neither is required.
            failed.incrementAndGet();
        }
    }

    private void payIn(Accounts member) {
        try {
            member.perform(key, new Operation.PayIn(1));
            recharges++;
            acknowledged.incrementAndGet();
        } catch (StateUnavailableException unknown) {
            unknownRecharges++;
            failed.incrementAndGet();
        }
    }

    /** Compares the account with the acknowledged operations, and checks its books. */
    void verify(int initialRecharges) {
        assertThat(failure).as("failure of the user of %s", key.name()).isNull();
        List<AccountSnapshot> copies =
                members.stream().map(member -> member.export(key).state()).toList();
        AccountSnapshot account = copies.get(0);
        assertThat(copies)
                .as("%s on every member", key.name())
                .allSatisfy(copy -> assertThat(copy.instances()).isEqualTo(account.instances()));
        verifyInstances(account);
        List<Recharge> paid = account.recharges();
        assertThat(paid.stream().map(Recharge::tradeNumber)).as("trade numbers").doesNotHaveDuplicates();
        assertThat(paid.size() - initialRecharges)
                .as("recharges of %s", key.name())
                .isBetween(recharges, recharges + unknownRecharges);
        long paidIn = paid.stream().mapToLong(Recharge::cents).sum();
        long billed = Stream.concat(account.charges().stream(), account.carriedOver().stream())
                .filter(bill -> bill.channel() == ChargeChannel.BALANCE)
                .mapToLong(BillEntry::cents)
                .sum();
        assertThat(members.get(1).perform(key, new Operation.GetBalance()).cents())
                .as("balance of %s", key.name())
                .isEqualTo(paidIn - billed);
    }

    private void verifyInstances(AccountSnapshot account) {
        List<String> uuids = account.instances().stream().map(Instance::uuid).toList();
        assertThat(uuids).doesNotHaveDuplicates();
        Set<String> live = members.get(2).perform(key, new Operation.ListInstances()).stream()
                .map(Instance::uuid)
                .collect(Collectors.toSet());
        assertThat(live)
                .as("instances of %s", key.name())
                .containsAll(instances)
                .doesNotContainAnyElementsOf(destroyed);
        live.removeAll(everCreated);
        assertThat(live.size()).as("unknown creations of %s", key.name()).isLessThanOrEqualTo(unknownCreations);
    }
}
