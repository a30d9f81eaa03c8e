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

/** How Hazelcast is set: nothing is on that is not used, and nobody is looked for but the members that are named. */
final class Engine {

    static final String ACCOUNTS = "accounts";
    static final String PARTS = "parts";
    static final String COUNTERS = "counters";
    static final String ERRANDS = "errands";

    /** A member that is not heard of for so long is given up. */
    static final int GIVEN_UP_SECONDS = 10;

    /** So long an answer is waited for: longer than it takes to give a member up. */
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(GIVEN_UP_SECONDS + 4);

    private static final String MAJORITY = "majority";
    private static final int RUNNERS = 8;

    private Engine() {}

    static int majority(int members) {
        return members / 2 + 1;
    }

    static Config config(String cluster, InetAddress address, int port, List<String> members, Here here) {
        Config config = new Config()
                .setClusterName(cluster)
                .setProperty("hazelcast.phone.home.enabled", "false")
                // Else it listens on all interfaces, whatever they are set to.
                .setProperty("hazelcast.socket.bind.any", "false")
                // Spring closes it.
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.logging.type", "slf4j")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.max.no.heartbeat.seconds", String.valueOf(GIVEN_UP_SECONDS))
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                // If a link between two members breaks, the oldest member removes as few members as possible, so that
                // all others reach
                // each other. It decides when no further broken link was reported for two heartbeats.
                .setProperty("hazelcast.partial.member.disconnection.resolution.heartbeat.count", "2")
                // Else an operation is sent a second time when nobody knows whether it was done.
                .setProperty("hazelcast.operation.fail.on.indeterminate.state", "true")
                .setProperty("hazelcast.operation.call.timeout.millis", "15000")
                // Who sends writes to the network as well, instead of waking a thread that does.
                .setProperty("hazelcast.concurrent.window.ms", "0")
                // Messages are small and members few: what threads cost there is to be woken.
                .setProperty("hazelcast.io.input.thread.count", "1")
                .setProperty("hazelcast.io.output.thread.count", "1")
                .setProperty("hazelcast.operation.response.thread.count", "0")
                .setProperty("hazelcast.graceful.shutdown.max.wait", "30")
                .setProperty("hazelcast.merge.first.run.delay.seconds", "5")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "5");
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        // Reading stays possible: a member that is cut off keeps what it has until it is with the others again.
        config.addSplitBrainProtectionConfig(new SplitBrainProtectionConfig(MAJORITY, true, majority(members.size()))
                .setProtectOn(SplitBrainProtectionOn.WRITE));
        config.addMapConfig(map(ACCOUNTS).setBackupCount(1));
        config.addMapConfig(map(PARTS).setBackupCount(1));
        config.addMapConfig(map(COUNTERS).setBackupCount(0));
        config.addExecutorConfig(new ExecutorConfig(ERRANDS, RUNNERS).setStatisticsEnabled(false));
        config.setAdvancedNetworkConfig(network(address, port, members));
        config.setSerializationConfig(serialization(here));
        return config;
    }

    /**
     * Values are the live objects themselves. A member that joins others brings accounts back itself, see {@link Members#catchUp}: the
     * engine would give up where that fails.
     */
    private static MapConfig map(String name) {
        return new MapConfig(name)
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setStatisticsEnabled(false)
                .setSplitBrainProtectionName(MAJORITY)
                .setMergePolicyConfig(new MergePolicyConfig(DiscardMergePolicy.class.getName(), 1));
    }

    /** For members alone: in this form of the configuration there is no port for clients of the engine. */
    private static AdvancedNetworkConfig network(InetAddress address, int port, List<String> members) {
        JoinConfig join = new JoinConfig();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(members);
        ServerSocketEndpointConfig endpoint =
                new ServerSocketEndpointConfig().setPort(port).setPortAutoIncrement(false);
        endpoint.setInterfaces(new InterfacesConfig().setEnabled(true).addInterface(address.getHostAddress()));
        return new AdvancedNetworkConfig().setEnabled(true).setJoin(join).setMemberEndpointConfig(endpoint);
    }

    /** Our own types by our own codec; of Java's serialization only what the engine itself throws. */
    private static SerializationConfig serialization(Here here) {
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
        for (Form<?> form : Forms.of(here)) {
            serialization.addSerializerConfig(
                    new SerializerConfig().setTypeClass(form.type()).setImplementation(form));
        }
        return serialization;
    }
}
