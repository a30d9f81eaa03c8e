package io.gpucloud.stub.cluster;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.ExecutorConfig;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.InterfacesConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.SerializationConfig;
import com.hazelcast.config.SerializerConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionOn;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The configuration of Hazelcast: features that are not used are off, and members look only for the configured members. */
final class HazelcastConfig {

    static final String ACCOUNTS = "accounts";
    static final String PARTS = "parts";
    static final String COUNTERS = "counters";
    static final String TASKS = "tasks";

    /** A member that sends nothing for this time is removed. */
    static final int MAX_SILENCE_SECONDS = 10;

    /** How long to wait for a response: longer than it takes to remove a silent member. */
    static final long RESPONSE_NANOS = TimeUnit.SECONDS.toNanos(MAX_SILENCE_SECONDS + 4);

    /** The system repeats a lost packet after one second. */
    private static final int CONNECT_SECONDS = 3;

    private static final String MAJORITY = "majority";
    private static final int TASK_THREADS = 8;

    private HazelcastConfig() {}

    static int majority(int members) {
        return members / 2 + 1;
    }

    static Config config(String cluster, InetAddress address, int port, List<String> members, LocalMember localMember) {
        Config config = new Config()
                .setClusterName(cluster)
                .setProperty("hazelcast.phone.home.enabled", "false")
                // Otherwise it listens on all interfaces, whatever the configured address is.
                .setProperty("hazelcast.socket.bind.any", "false")
                // Spring closes the instance.
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.logging.type", "slf4j")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.no.heartbeat.seconds", String.valueOf(MAX_SILENCE_SECONDS))
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                // If a link between two members breaks, the oldest member removes as few members as possible, so that
                // all others reach each other. It decides when no further broken link was reported for two
                // heartbeats.
                .setProperty("hazelcast.partial.member.disconnection.resolution.heartbeat.count", "2")
                // Otherwise an operation with an unknown outcome is sent a second time.
                .setProperty("hazelcast.operation.fail.on.indeterminate.state", "true")
                .setProperty("hazelcast.operation.call.timeout.millis", "15000")
                // The sending thread writes to the network itself instead of waking another one.
                .setProperty("hazelcast.concurrent.window.ms", "0")
                // Messages are small and members few: waking more threads costs more than they gain.
                .setProperty("hazelcast.io.input.thread.count", "1")
                .setProperty("hazelcast.io.output.thread.count", "1")
                .setProperty("hazelcast.operation.response.thread.count", "0")
                .setProperty("hazelcast.graceful.shutdown.max.wait", "30")
                .setProperty("hazelcast.merge.first.run.delay.seconds", "5")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "5");
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        // Reads stay possible, so that a member that is cut off can keep its accounts until it rejoins.
        config.addSplitBrainProtectionConfig(new SplitBrainProtectionConfig(MAJORITY, true, majority(members.size()))
                .setProtectOn(SplitBrainProtectionOn.WRITE));
        config.addMapConfig(map(ACCOUNTS).setBackupCount(1));
        config.addMapConfig(map(PARTS).setBackupCount(1));
        config.addMapConfig(map(COUNTERS).setBackupCount(0));
        config.addExecutorConfig(new ExecutorConfig(TASKS, TASK_THREADS).setStatisticsEnabled(false));
        config.setAdvancedNetworkConfig(network(address, port, members));
        config.setSerializationConfig(serialization(localMember));
        return config;
    }

    /**
     * Stores values as live objects. Hazelcast does not merge them after a partition, because it would not repeat a merge that fails:
     * {@link Members#catchUp} restores accounts.
     */
    private static MapConfig map(String name) {
        return new MapConfig(name)
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setStatisticsEnabled(false)
                .setSplitBrainProtectionName(MAJORITY)
                .setMergePolicyConfig(new MergePolicyConfig(DiscardMergePolicy.class.getName(), 1));
    }

    /** Opens a port for members only: with this kind of configuration Hazelcast has no port for clients. */
    private static AdvancedNetworkConfig network(InetAddress address, int port, List<String> members) {
        JoinConfig join = new JoinConfig();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(members);
        ServerSocketEndpointConfig endpoint =
                new ServerSocketEndpointConfig().setPort(port).setPortAutoIncrement(false);
        // Without a limit, an attempt that begins during a partition lasts up to two minutes. The system repeats its
        // packets at growing intervals, and Hazelcast makes no other attempt in this time. So members would connect
        // long after the network works again.
        endpoint.setSocketConnectTimeoutSeconds(CONNECT_SECONDS);
        endpoint.setInterfaces(new InterfacesConfig().setEnabled(true).addInterface(address.getHostAddress()));
        return new AdvancedNetworkConfig().setEnabled(true).setJoin(join).setMemberEndpointConfig(endpoint);
    }

    /** Serializes the types of this module itself, and allows Java serialization only for exceptions of Hazelcast. */
    private static SerializationConfig serialization(LocalMember localMember) {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist()
                .addPrefixes("com.hazelcast.")
                .addPrefixes("java.lang.")
                .addPrefixes("[Ljava.lang.")
                .addPrefixes("java.util.concurrent.")
                .addClasses("java.util.Collections$EmptyList", "java.util.Collections$UnmodifiableList")
                .addClasses(
                        "java.util.Collections$UnmodifiableCollection", "java.util.ArrayList", "java.io.IOException");
        SerializationConfig serialization = new SerializationConfig().setJavaSerializationFilterConfig(filter);
        for (HazelcastSerializer<?> serializer : HazelcastSerializers.of(localMember)) {
            serialization.addSerializerConfig(
                    new SerializerConfig().setTypeClass(serializer.type()).setImplementation(serializer));
        }
        return serialization;
    }
}
