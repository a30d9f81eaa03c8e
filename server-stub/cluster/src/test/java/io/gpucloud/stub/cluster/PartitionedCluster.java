package io.gpucloud.stub.cluster;

/** Three members with a network that a test can cut. Members are given as numbers of the network. */
interface PartitionedCluster extends AutoCloseable {

    PartitionedNetwork network();

    /** Starts to use accounts, each through all members in turn. */
    Users use(String prefix, int accounts);

    /** Number of members in the cluster that a member sees, including itself. */
    int seenBy(int member);

    /** Whether all accounts have backups, as seen by a member. */
    boolean backupsAreInSync(int member);

    /** Number of accounts that two members changed independently. */
    long divergences();

    @Override
    void close();

    /** Users of accounts, each of its own, which remember the operations that were acknowledged. */
    interface Users {

        int acknowledged();

        int failed();

        /** Whether a member serves all accounts. */
        boolean areServedBy(int member);

        /** Ends all users and waits for their last calls. */
        void stop() throws InterruptedException;

        /** Compares every account on every member with the acknowledged operations, and checks its books. */
        void verify();
    }
}
