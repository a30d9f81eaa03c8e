package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.StateUnavailableException;
import java.util.List;
import java.util.stream.IntStream;

/** Members in this JVM without HTTP, with a TCP proxy before each one. */
final class ProxiedCluster implements PartitionedCluster {

    private final ProxyNetwork network = new ProxyNetwork();
    private final ThreeMembers cluster = new ThreeMembers(
            network.addresses(),
            (address, config) -> network.properties(address).forEach(config::setProperty));
    private final List<Accounts> members = IntStream.range(0, PartitionedNetwork.MEMBERS)
            .mapToObj(cluster::member)
            .toList();

    @Override
    public PartitionedNetwork network() {
        return network;
    }

    @Override
    public Users use(String prefix, int accounts) {
        return new LocalUsers(prefix, accounts);
    }

    @Override
    public int seenBy(int member) {
        return cluster.members(member).count();
    }

    @Override
    public boolean backupsAreInSync(int member) {
        return cluster.members(member).backupsAreInSync();
    }

    @Override
    public long divergences() {
        return cluster.divergences();
    }

    @Override
    public void close() {
        cluster.close();
        network.close();
    }

    private final class LocalUsers implements Users {

        private final List<AccountWorkload> users;
        private final List<Thread> threads;
        private final int initialRecharges;

        LocalUsers(String prefix, int accounts) {
            users = IntStream.range(0, accounts)
                    .mapToObj(account -> new AccountWorkload(new AccountKey(prefix + account), members))
                    .toList();
            initialRecharges = members.get(0)
                    .export(users.get(0).key())
                    .state()
                    .recharges()
                    .size();
            threads = users.stream().map(Thread::new).toList();
            threads.forEach(Thread::start);
        }

        @Override
        public int acknowledged() {
            return users.stream().mapToInt(AccountWorkload::acknowledged).sum();
        }

        @Override
        public int failed() {
            return users.stream().mapToInt(AccountWorkload::failed).sum();
        }

        @Override
        public boolean areServedBy(int member) {
            return users.stream().allMatch(user -> serves(members.get(member), user.key()));
        }

        private static boolean serves(Accounts member, AccountKey key) {
            try {
                member.perform(key, new Operation.GetBalance());
                return true;
            } catch (StateUnavailableException rejected) {
                return false;
            }
        }

        @Override
        public void stop() throws InterruptedException {
            users.forEach(AccountWorkload::stop);
            for (Thread thread : threads) {
                thread.join();
            }
        }

        @Override
        public void verify() {
            users.forEach(user -> user.verify(initialRecharges));
        }
    }
}
