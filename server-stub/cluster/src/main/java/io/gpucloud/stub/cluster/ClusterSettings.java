package io.gpucloud.stub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.StubProperties;
import io.gpucloud.stub.auth.Sha256;
import io.gpucloud.stub.startup.UnusableSettingException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a member.
 *
 * @param members all members, each as host:port
 */
record ClusterSettings(List<String> members, InetAddress address, int port, long joinTimeoutMillis) {

    private static final String SELF = "stub.cluster.self";
    private static final int HIGHEST_PORT = 65_535;

    int size() {
        return members.size();
    }

    /**
     * A digest of the list of members that does not depend on its order. Members with different lists must not join: each list has its own
     * majority.
     */
    String digest() {
        return Sha256.hex(
                members.stream().sorted().collect(Collectors.joining(" ")).getBytes(UTF_8));
    }

    /**
     * Reads the settings.
     *
     * @throws UnusableSettingException if they contradict each other, or open the cluster to a network that is not trusted
     */
    static ClusterSettings of(StubProperties properties) {
        StubProperties.Cluster cluster = properties.cluster();
        if (cluster.members().isEmpty()) {
            throw new UnusableSettingException(
                    "stub.cluster.members", "[]", "no member is configured", "List all members, each as host:port.");
        }
        rejectSettingsOfOneProcess(properties);
        String self = self(cluster);
        InetAddress address = address(self);
        if (!address.isLoopbackAddress() && !cluster.trustNetwork()) {
            throw new UnusableSettingException(
                    SELF,
                    self,
                    "any process that reaches this address could join the cluster, because members are not"
                            + " authenticated",
                    "Protect this network, and confirm it with stub.cluster.trust-network=true.");
        }
        return new ClusterSettings(
                List.copyOf(cluster.members()),
                address,
                port(self),
                cluster.joinTimeout().toMillis());
    }

    private static void rejectSettingsOfOneProcess(StubProperties properties) {
        if (properties.snapshot().file() != null) {
            throw new UnusableSettingException(
                    "stub.snapshot.file",
                    properties.snapshot().file(),
                    "each member would restore only its own accounts",
                    "Use GET and PUT /__admin/snapshot to export and restore the state.");
        }
        if (!properties.tenants().idle().isZero()) {
            throw new UnusableSettingException(
                    "stub.tenants.idle",
                    properties.tenants().idle(),
                    "each member sees only the requests that it receives",
                    "Remove the setting. Use DELETE /__admin/accounts/{account} to close accounts.");
        }
    }

    private static String self(StubProperties.Cluster cluster) {
        @Nullable String self = cluster.self();
        if (self != null && cluster.members().contains(self)) {
            return self;
        }
        if (self == null && cluster.members().size() == 1) {
            return cluster.members().get(0);
        }
        throw new UnusableSettingException(
                SELF,
                String.valueOf(self),
                "is not one of the members " + cluster.members(),
                "Set it to the entry of stub.cluster.members that is this process.");
    }

    static String host(String member) {
        return member.substring(0, colon(member));
    }

    private static InetAddress address(String member) {
        try {
            return InetAddress.getByName(host(member));
        } catch (UnknownHostException unknown) {
            throw new UnusableSettingException(
                    "stub.cluster.members", member, "this host is unknown", "Correct the host name or its DNS entry.");
        }
    }

    static int port(String member) {
        try {
            int port = Integer.parseInt(member.substring(colon(member) + 1));
            if (port > 0 && port <= HIGHEST_PORT) {
                return port;
            }
        } catch (NumberFormatException noNumber) {
            throw malformed(member);
        }
        throw malformed(member);
    }

    private static int colon(String member) {
        int colon = member.lastIndexOf(':');
        if (colon < 1) {
            throw malformed(member);
        }
        return colon;
    }

    private static UnusableSettingException malformed(String member) {
        return new UnusableSettingException(
                "stub.cluster.members",
                member,
                "is not host:port",
                "Use a host and a port from 1 to 65535, such as 10.0.0.1:5701.");
    }
}
