package io.gpucloud.stub.cluster;

import io.gpucloud.stub.startup.UnusableSettingException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Why members that are named are not there. */
final class Absent {

    private static final int CONNECT_MILLIS = 1_000;

    private Absent() {}

    /**
     * Goes no further when somebody listens where a member should be, and is none.
     *
     * @throws UnusableSettingException if there is such a one
     */
    static void refuseStrangers(Settings settings, String name, Set<InetSocketAddress> here) {
        if (!strangers(settings, here).isEmpty()) {
            throw explain(settings, name, here);
        }
    }

    static UnusableSettingException explain(Settings settings, String name, Set<InetSocketAddress> here) {
        List<String> strangers = strangers(settings, here);
        String reason = strangers.isEmpty()
                ? "no majority of them is there"
                : strangers + " will not have this member: the version of the stub, its seed or its rules differ,"
                        + " or its list of members."
                        + " This one is \"" + name + "\"";
        return new UnusableSettingException(
                "stub.cluster.members",
                settings.members(),
                reason,
                strangers.isEmpty()
                        ? "Start the others, or give them more time with stub.cluster.join-timeout."
                        : "Run the same jar with the same settings on every member.");
    }

    private static List<String> strangers(Settings settings, Set<InetSocketAddress> here) {
        List<String> strangers = new ArrayList<>();
        for (String member : settings.members()) {
            if (!here.contains(address(member)) && listens(member)) {
                strangers.add(member);
            }
        }
        return strangers;
    }

    /** Whether somebody listens where a member should be. */
    static boolean listens(String member) {
        try (Socket socket = new Socket()) {
            socket.connect(address(member), CONNECT_MILLIS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }

    /** Not resolved, if its name is not known yet: then nobody listens there. */
    private static InetSocketAddress address(String member) {
        return new InetSocketAddress(Settings.host(member), Settings.port(member));
    }
}
