package io.gpucloud.stub.cluster;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A network namespace of Linux for each member, and one with a bridge that connects the members and this JVM. Each member finds the others
 * by fixed hardware addresses. To cut a direction, the sender gets a hardware address that no device has. Its packets are then lost on
 * the way: it gets neither an error nor a reset, and its retransmissions become rarer. This JVM always reaches all members.
 */
final class NamespaceNetwork implements PartitionedNetwork {

    private static final boolean MUST_BE_THERE = Boolean.getBoolean("contract.ci");

    /** With this prefix, the longest process id still fits into the 15 characters of an interface name. */
    private static final String PREFIX = "gpuc";

    private static final String DEVICE = "eth0";
    private static final int SECONDS = 20;

    /** Each process uses 16 addresses of 198.18.0.0/15, which is reserved for tests of networks. */
    private static final int FIRST_ADDRESS = 198 << 24 | 18 << 16;

    private static final int ADDRESSES = 16;
    private static final int SUBNETS = (1 << 17) / ADDRESSES;
    private static final int MASK = 28;
    private static final int THIS_JVM = 13;
    private static final int NOWHERE = 0xff;

    private static final long PROCESS = ProcessHandle.current().pid();
    private static final String BRIDGE = PREFIX + PROCESS;

    NamespaceNetwork() {
        Optional<String> obstacle = obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        try {
            create();
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** Why this machine does not allow such networks, if it does not. In CI a missing program is an error. */
    static Optional<String> obstacle() {
        try {
            run("ip", "-V");
        } catch (UncheckedIOException missing) {
            if (MUST_BE_THERE) {
                throw missing;
            }
            return Optional.of("needs the program ip: apt-get install iproute2");
        }
        Result namespace = run("ip", "netns", "add", BRIDGE);
        if (!namespace.succeeded()) {
            return Optional.of("may not create network namespaces: " + namespace.output());
        }
        Result device = ip(BRIDGE, "link", "add", "bridge", "type", "bridge");
        Result pair = ip(BRIDGE, "link", "add", "port", "type", "veth", "peer", "name", "peer");
        require(run("ip", "netns", "delete", BRIDGE));
        return Stream.of(device, pair)
                .filter(result -> !result.succeeded())
                .map(result -> "may not create a bridge: " + result.output())
                .findFirst();
    }

    private void create() {
        require(run("ip", "netns", "add", BRIDGE));
        require(ip(BRIDGE, "link", "add", "bridge", "type", "bridge"));
        require(ip(BRIDGE, "link", "set", "bridge", "up"));
        require(run("ip", "link", "add", BRIDGE, "type", "veth", "peer", "name", "port", "netns", BRIDGE));
        require(ip(BRIDGE, "link", "set", "port", "master", "bridge", "up"));
        require(run("ip", "address", "add", address(THIS_JVM) + "/" + MASK, "dev", BRIDGE));
        require(run("ip", "link", "set", BRIDGE, "up"));
        for (int member = 0; member < MEMBERS; member++) {
            create(member, "port" + member);
        }
        restoreAll();
    }

    private void create(int member, String port) {
        String own = namespace(member);
        require(run("ip", "netns", "add", own));
        require(ip(own, "link", "set", "lo", "up"));
        require(ip(own, "link", "add", DEVICE, "address", hardware(member), "type", "veth", "peer", "name", port));
        require(ip(own, "link", "set", port, "netns", BRIDGE));
        require(ip(BRIDGE, "link", "set", port, "master", "bridge", "up"));
        require(ip(own, "address", "add", address(member) + "/" + MASK, "dev", DEVICE));
        require(ip(own, "link", "set", DEVICE, "up"));
    }

    private String namespace(int member) {
        return BRIDGE + "-" + member;
    }

    private static String hardware(int member) {
        return String.format("02:00:00:00:00:%02x", member);
    }

    private String address(int number) {
        int address = FIRST_ADDRESS + (int) (PROCESS % SUBNETS) * ADDRESSES + number + 1;
        return (address >>> 24) + "." + (address >> 16 & 0xff) + "." + (address >> 8 & 0xff) + "." + (address & 0xff);
    }

    /** The addresses of the members. */
    List<String> addresses() {
        return IntStream.range(0, MEMBERS).mapToObj(this::address).toList();
    }

    /** The beginning of a command that runs in the network of the member with one of the addresses. */
    List<String> launcher(String address) {
        return List.of("ip", "netns", "exec", namespace(addresses().indexOf(address)));
    }

    @Override
    public void cut(int from, int to) {
        send(from, to, NOWHERE);
    }

    @Override
    public void restore(int from, int to) {
        send(from, to, to);
    }

    /** Sets the hardware address to which a member sends its packets for another one. */
    private void send(int from, int to, int receiver) {
        require(ip(
                namespace(from),
                "neighbour",
                "replace",
                address(to),
                "lladdr",
                hardware(receiver),
                "dev",
                DEVICE,
                "nud",
                "permanent"));
    }

    /** Removes what this process has created. Interfaces disappear with their namespaces, after the processes of the members have ended. */
    @Override
    public void close() {
        existing().forEach(name -> require(run("ip", "netns", "delete", name)));
    }

    /** The namespaces of this process. */
    List<String> existing() {
        return require(run("ip", "netns", "list"))
                .output()
                .lines()
                .map(line -> line.split(" ", 2)[0])
                .filter(name -> name.equals(BRIDGE) || name.startsWith(BRIDGE + "-"))
                .toList();
    }

    private static Result ip(String namespace, String... command) {
        List<String> all = new ArrayList<>(List.of("ip", "-netns", namespace));
        all.addAll(Arrays.asList(command));
        return run(all.toArray(String[]::new));
    }

    private static Result run(String... command) {
        try {
            Process program =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            if (!program.waitFor(SECONDS, TimeUnit.SECONDS)) {
                program.destroyForcibly();
                throw new IllegalStateException("does not end: " + String.join(" ", command));
            }
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(String.join(" ", command), program.exitValue(), output.strip());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }

    private static Result require(Result result) {
        if (!result.succeeded()) {
            throw new IllegalStateException(result.command() + ": " + result.output());
        }
        return result;
    }

    private record Result(String command, int exit, String output) {
        boolean succeeded() {
            return exit == 0;
        }
    }
}
