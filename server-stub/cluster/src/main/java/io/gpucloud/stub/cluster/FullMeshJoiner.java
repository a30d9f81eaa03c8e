package io.gpucloud.stub.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastException;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeContext;
import com.hazelcast.internal.cluster.Joiner;
import com.hazelcast.internal.cluster.impl.ClusterServiceImpl;
import com.hazelcast.internal.cluster.impl.SplitBrainJoinMessage;
import com.hazelcast.internal.cluster.impl.TcpIpJoiner;
import com.hazelcast.internal.cluster.impl.operations.SplitBrainMergeValidationOp;
import com.hazelcast.internal.server.ServerConnectionManager;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a member that was cut off join the others again only when it can reach all of them. Hazelcast requires only that it reaches the
 * oldest one: a member with one broken link would join, stop the calls that use this link, be removed, and join again.
 */
final class FullMeshJoiner extends TcpIpJoiner {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final long RESPONSE_MILLIS = 2_000;

    private List<Address> lastUnreachable = List.of();

    private FullMeshJoiner(Node node) {
        super(node);
    }

    /** Makes Hazelcast use this class. */
    static NodeContext context() {
        return new DefaultNodeContext() {
            @Override
            public Joiner createJoiner(Node node) {
                return new FullMeshJoiner(node);
            }
        };
    }

    @Override
    protected void startClusterMerge(Address oldest, int memberListVersion) {
        List<Address> unreachable = unreachable(oldest);
        if (unreachable.isEmpty()) {
            super.startClusterMerge(oldest, memberListVersion);
        } else if (!unreachable.equals(lastUnreachable)) {
            LOG.warn("This member stays outside the cluster of {}: it cannot reach {}", oldest, unreachable);
        }
        lastUnreachable = unreachable;
    }

    private List<Address> unreachable(Address oldest) {
        try {
            SplitBrainJoinMessage cluster = ask(oldest);
            if (cluster == null) {
                return List.of(oldest);
            }
            Collection<Address> members = cluster.getMemberAddresses();
            return members.stream()
                    .filter(member -> !member.equals(oldest) && !responds(member))
                    .toList();
        } catch (ExecutionException | TimeoutException noResponse) {
            return List.of(oldest);
        }
    }

    private boolean responds(Address member) {
        try {
            ask(member);
            return true;
        } catch (ExecutionException | TimeoutException noResponse) {
            return false;
        }
    }

    /** The cluster that a member belongs to, or null if the member responds but is not the oldest one of its cluster. */
    private @Nullable SplitBrainJoinMessage ask(Address member) throws ExecutionException, TimeoutException {
        try {
            ServerConnectionManager connections = node.getServer().getConnectionManager(EndpointQualifier.MEMBER);
            if (connections.getOrConnect(member, true) == null) {
                connections.blockOnConnect(member, RESPONSE_MILLIS, 0);
            }
            return (SplitBrainJoinMessage) node.getNodeEngine()
                    .getOperationService()
                    .createInvocationBuilder(
                            ClusterServiceImpl.SERVICE_NAME,
                            new SplitBrainMergeValidationOp(node.createSplitBrainJoinMessage()),
                            member)
                    .setTryCount(1)
                    .invoke()
                    .get(RESPONSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (HazelcastException notConnected) {
            // Hazelcast throws it if connecting takes too long. If it left this class, Hazelcast would never search
            // for other members again.
            throw new ExecutionException(notConnected);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("interrupted");
        }
    }
}
