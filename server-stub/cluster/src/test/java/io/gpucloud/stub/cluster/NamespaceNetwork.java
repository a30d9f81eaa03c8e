package io.gpucloud.stub.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A namespace of the Linux network for each member, all on one bridge that this process is on as well. A direction is cut by sending
 * frames to a hardware address that no member has: they vanish without a reply, as in a network that drops packets.
 */
final class NamespaceNetwork implements TestNetwork {

    private static final String NOBODY = "02:00:00:00:00:ff";
    private static final int PORT = 5701;

    /** Several test runs on one machine use different names and addresses. */
    private final long run = ProcessHandle.current().pid();

    private final String bridge = "stub" + run;
    private final String subnet = "10.%d.%d.".formatted(200 + run % 50, run / 50 % 250);

    NamespaceNetwork() {
        ip("link", "add", bridge, "type", "bridge");
        ip("addr", "add", subnet + "254/24", "dev", bridge);
        ip("link", "set", bridge, "up");
        IntStream.range(0, MEMBERS).forEach(this::addMember);
    }

    /** Whether this process may create network namespaces, and the program {@code ip} is there. */
    static boolean isAvailable() {
        String name = "stub-probe-" + ProcessHandle.current().pid();
        try {
            ip("netns", "add", name);
            ip("netns", "del", name);
            return true;
        } catch (IllegalStateException notAllowed) {
            return false;
        }
    }

    private void addMember(int member) {
        String outside = "s" + run + "-" + member;
        ip("netns", "add", namespace(member));
        ip("link", "add", outside, "type", "veth", "peer", "name", "eth0", "netns", namespace(member));
        ip("link", "set", outside, "master", bridge, "up");
        inside(member, "link", "set", "lo", "up");
        inside(member, "link", "set", "eth0", "address", hardware(member), "up");
        inside(member, "addr", "add", address(member) + "/24", "dev", "eth0");
    }

    private String namespace(int member) {
        return "stub-" + run + "-" + member;
    }

    private String address(int member) {
        return subnet + (member + 1);
    }

    private static String hardware(int member) {
        return "02:00:00:00:00:0" + (member + 1);
    }

    @Override
    public List<MemberProcess> members(Path logs, String... settings) {
        List<String> addresses = IntStream.range(0, MEMBERS)
                .mapToObj(member -> address(member) + ":" + PORT)
                .toList();
        return IntStream.range(0, MEMBERS)
                .mapToObj(member -> {
                    List<String> all = new ArrayList<>(List.of(settings));
                    all.add("stub.cluster.members=" + String.join(",", addresses));
                    all.add("stub.cluster.self=" + addresses.get(member));
                    all.add("stub.cluster.trust-network=true");
                    all.add("server.address=" + address(member));
                    all.add("server.port=8080");
                    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace(member)));
                    command.addAll(MemberProcess.command("cluster.jar", all));
                    Path log = logs.resolve("member-" + member + ".log");
                    return new MemberProcess(command, log, URI.create("http://" + address(member) + ":8080"));
                })
                .toList();
    }

    @Override
    public void cut(int from, int to) {
        route(from, to, NOBODY);
    }

    @Override
    public void restore(int from, int to) {
        route(from, to, hardware(to));
    }

    private void route(int from, int to, String hardware) {
        inside(from, "neigh", "replace", address(to), "lladdr", hardware, "dev", "eth0", "nud", "permanent");
    }

    @Override
    public void close() {
        IntStream.range(0, MEMBERS).forEach(member -> ip("netns", "del", namespace(member)));
        ip("link", "del", bridge);
    }

    private void inside(int member, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-n", namespace(member)));
        all.addAll(List.of(arguments));
        ip(all.toArray(String[]::new));
    }

    private static void ip(String... arguments) {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
