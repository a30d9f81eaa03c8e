package io.gpucloud.stub.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.StubProperties;
import io.gpucloud.stub.startup.UnusableSettingException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who the members are, and which of them this one is.
 *
 * @param members all members, host:port
 * @param address where this one listens
 * @param port its port
 * @param joinTimeoutMillis how long to wait for a majority
 */
record Settings(List<String> members, InetAddress address, int port, long joinTimeoutMillis) {

    private static final String SELF = "stub.cluster.self";
    private static final int HIGHEST_PORT = 65_535;

    int size() {
        return members.size();
    }

    /** Tells lists of members apart, whatever their order: members of two lists would find a majority of each. */
    String digest() {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            String sorted = members.stream().sorted().collect(Collectors.joining(" "));
            return HexFormat.of().formatHex(sha.digest(sorted.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /**
     * Reads the settings.
     *
     * @throws UnusableSettingException if they do not go together, or open the cluster to others without a word
     */
    static Settings of(StubProperties properties) {
        StubProperties.Cluster cluster = properties.cluster();
        if (cluster.members().isEmpty()) {
            throw new UnusableSettingException(
                    "stub.cluster.members", "[]", "nobody is named", "Name all members, host:port each.");
        }
        refuseWhatEachWouldDoAlone(properties);
        String self = self(cluster);
        InetAddress address = address(self);
        if (!address.isLoopbackAddress() && !cluster.trustNetwork()) {
            throw new UnusableSettingException(
                    SELF,
                    self,
                    "whoever reaches this address could join the cluster, for members do not prove who they are",
                    "Keep strangers out of the network, and say so with stub.cluster.trust-network=true.");
        }
        return new Settings(
                List.copyOf(cluster.members()),
                address,
                port(self),
                cluster.joinTimeout().toMillis());
    }

    private static void refuseWhatEachWouldDoAlone(StubProperties properties) {
        if (properties.snapshot().file() != null) {
            throw new UnusableSettingException(
                    "stub.snapshot.file",
                    properties.snapshot().file(),
                    "each member would put in what it kept itself",
                    "Take and put snapshots with GET and PUT /__admin/snapshot.");
        }
        if (!properties.tenants().idle().isZero()) {
            throw new UnusableSettingException(
                    "stub.tenants.idle",
                    properties.tenants().idle(),
                    "each member would see its own requests alone",
                    "Leave it out, or close accounts with DELETE /__admin/accounts/{account}.");
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
                "is none of the members " + cluster.members(),
                "Say which of stub.cluster.members this program is.");
    }

    static String host(String member) {
        return member.substring(0, colon(member));
    }

    private static InetAddress address(String member) {
        try {
            return InetAddress.getByName(host(member));
        } catch (UnknownHostException unknown) {
            throw new UnusableSettingException(
                    "stub.cluster.members", member, "this host is not known", "Correct the name, or its DNS entry.");
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
                "stub.cluster.members", member, "is not host:port", "Name each member with its host and its port.");
    }
}
