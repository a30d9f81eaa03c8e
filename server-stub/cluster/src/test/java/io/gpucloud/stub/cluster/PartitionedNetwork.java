package io.gpucloud.stub.cluster;

/** A network between three members that a test can cut. Members are given as numbers. */
interface PartitionedNetwork extends AutoCloseable {

    int MEMBERS = 3;

    /** From now on no byte of one member arrives at the other. */
    void cut(int from, int to);

    /** From now on bytes of one member arrive at the other again. */
    void restore(int from, int to);

    /** Cuts both directions between two members. */
    default void cutLink(int one, int other) {
        cut(one, other);
        cut(other, one);
    }

    /** Restores both directions between two members. */
    default void restoreLink(int one, int other) {
        restore(one, other);
        restore(other, one);
    }

    /** Restores all links. */
    default void restoreAll() {
        for (int one = 0; one < MEMBERS; one++) {
            for (int other = one + 1; other < MEMBERS; other++) {
                restoreLink(one, other);
            }
        }
    }

    @Override
    void close();
}
