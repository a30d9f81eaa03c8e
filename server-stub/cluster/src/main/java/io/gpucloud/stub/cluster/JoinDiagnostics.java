package io.gpucloud.stub.cluster;

import io.gpucloud.stub.startup.UnusableSettingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds out why configured members have not joined. */
final class JoinDiagnostics {

    private static final int CONNECT_MILLIS = 1_000;

    private JoinDiagnostics() {}

    /**
     * Ends the start if a process listens at the address of a member and does not accept this member.
     *
     * @throws UnusableSettingException if there is such a process
     */
    static void rejectIncompatibleMembers(ClusterSettings settings, String name, Set<InetSocketAddress> joined) {
        if (!incompatibleMembers(settings, joined).isEmpty()) {
            throw explain(settings, name, joined);
        }
    }

    static UnusableSettingException explain(ClusterSettings settings, String name, Set<InetSocketAddress> joined) {
        List<String> incompatibleMembers = incompatibleMembers(settings, joined);
        String reason = incompatibleMembers.isEmpty()
                ? "no majority of them has joined"
                : incompatibleMembers + " did not accept this member: the version of the stub, its seed, its rules"
                        + " or its list of members differ."
                        + " This one is \"" + name + "\"";
        return new UnusableSettingException(
                "stub.cluster.members",
                settings.members(),
                reason,
                incompatibleMembers.isEmpty()
                        ? "Start the other members, or increase stub.cluster.join-timeout."
                        : "Run the same jar with the same settings on every member.");
    }

    private static List<String> incompatibleMembers(ClusterSettings settings, Set<InetSocketAddress> joined) {
        List<String> incompatibleMembers = new ArrayList<>();
        for (String member : settings.members()) {
            if (!joined.contains(address(member)) && listens(member)) {
                incompatibleMembers.add(member);
            }
        }
        return incompatibleMembers;
    }

    /** Whether a process listens at the address of a member. */
    static boolean listens(String member) {
        try (Socket socket = new Socket()) {
            socket.connect(address(member), CONNECT_MILLIS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }

    /** The address of a member. It is unresolved if its host name is not known yet, and connecting then fails. */
    private static InetSocketAddress address(String member) {
        return new InetSocketAddress(ClusterSettings.host(member), ClusterSettings.port(member));
    }
}
