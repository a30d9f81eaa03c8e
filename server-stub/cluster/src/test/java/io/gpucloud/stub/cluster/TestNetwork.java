package io.gpucloud.stub.cluster;

import java.nio.file.Path;
import java.util.List;

/** A network between three members whose links a test can cut, one direction at a time. Members are not notified of lost messages. */
interface TestNetwork extends AutoCloseable {

    int MEMBERS = 3;

    /**
     * Uses network namespaces if this process may create them, otherwise proxies in this JVM. The system property {@code cluster.network}
     * with the value {@code proxies} or {@code namespaces} chooses one of them.
     */
    static TestNetwork create() {
        String chosen = System.getProperty("cluster.network", "");
        boolean namespaces = chosen.isEmpty() ? NamespaceNetwork.isAvailable() : chosen.equals("namespaces");
        return namespaces ? new NamespaceNetwork() : new ProxyNetwork();
    }

    /** The processes of the members, none of which has started. */
    List<MemberProcess> members(Path logs, String... settings);

    /** From now on no message of one member arrives at the other. */
    void cut(int from, int to);

    /** From now on messages of one member arrive at the other again. */
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
