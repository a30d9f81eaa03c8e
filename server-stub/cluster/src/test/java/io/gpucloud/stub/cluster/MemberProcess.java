package io.gpucloud.stub.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A stub in its own process, which uses the same port after a restart. */
final class MemberProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int MEMBER_PORT = 5701;
    private static final int HTTP_PORT = 8080;

    private final List<String> command;
    private final Path log;
    private final URI origin;
    private @Nullable Process process;

    /** A process that has not started. */
    private MemberProcess(List<String> command, Path log, URI origin) {
        this.command = command;
        this.log = log;
        this.origin = origin;
    }

    /** Members of a cluster, none of which has started. */
    static List<MemberProcess> cluster(int size, Path logs, String... settings) {
        List<String> members = LocalCluster.freeAddresses(size);
        return members.stream()
                .map(self -> {
                    List<String> all = new ArrayList<>(List.of(settings));
                    all.add("stub.cluster.members=" + String.join(",", members));
                    all.add("stub.cluster.self=" + self);
                    return of("cluster.jar", logs.resolve("member-" + members.indexOf(self) + ".log"), all);
                })
                .toList();
    }

    /**
     * Members of a cluster, none of which has started, each at an address of its own.
     *
     * @param launchers the command that starts the process of a member at an address
     */
    static List<MemberProcess> cluster(
            List<String> addresses, Function<String, List<String>> launchers, Path logs, String... settings) {
        List<String> members =
                addresses.stream().map(address -> address + ":" + MEMBER_PORT).toList();
        return addresses.stream()
                .map(address -> {
                    List<String> all = new ArrayList<>(List.of(settings));
                    all.add("stub.cluster.members=" + String.join(",", members));
                    all.add("stub.cluster.self=" + address + ":" + MEMBER_PORT);
                    all.add("stub.cluster.trust-network=true");
                    all.add("stub.admin.token=" + Http.ADMIN_TOKEN);
                    all.add("server.address=" + address);
                    all.add("server.port=" + HTTP_PORT);
                    return new MemberProcess(
                            command(launchers.apply(address), "cluster.jar", all),
                            logs.resolve("member-" + address + ".log"),
                            URI.create("http://" + address + ":" + HTTP_PORT));
                })
                .toList();
    }

    static MemberProcess of(String jar, Path log, List<String> settings) {
        int port = freePort();
        List<String> all = new ArrayList<>(settings);
        all.add("server.port=" + port);
        return new MemberProcess(command(List.of(), jar, all), log, URI.create("http://127.0.0.1:" + port));
    }

    /** The command that runs one of the jars. */
    private static List<String> command(List<String> launcher, String jar, List<String> settings) {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(ProcessHandle.current().info().command().orElse("java"), "-Xmx512m"));
        command.addAll(List.of("-jar", System.getProperty(jar)));
        settings.forEach(setting -> command.add("--" + setting));
        return command;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    URI baseUrl() {
        return origin.resolve("/api/open/v2");
    }

    Http http() {
        return new Http(origin.resolve("/"));
    }

    /** Starts the process without waiting. */
    void begin() {
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(new File(log.toString())))
                    .start();
        } catch (IOException unstartable) {
            throw new UncheckedIOException(unstartable);
        }
    }

    void awaitStarted() {
        Await.until("the member has started: " + log, PATIENCE, () -> {
            if (!running().isAlive()) {
                throw new IllegalStateException("the process ended: " + output());
            }
            return http().responds();
        });
    }

    /** Waits until the process ends and returns its exit code. */
    int awaitEnded() {
        try {
            if (!running().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the process does not end: " + output());
            }
            return running().exitValue();
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }

    String output() {
        try {
            return Files.readString(log, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void kill() {
        running().destroyForcibly();
        awaitEnded();
    }

    void leave() {
        running().destroy();
        awaitEnded();
    }

    /** Sends a signal by its name. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(running().pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    Duration cpu() {
        return running().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The part of {@link #cpu} that the compilers of the JVM used, or zero if the system does not report it per thread. */
    Duration compiling() {
        Path threads = Path.of("/proc/" + running().pid() + "/task");
        if (!Files.isDirectory(threads)) {
            return Duration.ZERO;
        }
        try (Stream<Path> all = Files.list(threads)) {
            return all.map(MemberProcess::compiling).reduce(Duration.ZERO, Duration::plus);
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
    }

    /** See proc(5): the 12th and 13th field after the name in parentheses are hundredths of a second. */
    private static Duration compiling(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            List<String> after =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
            long hundredths = Long.parseLong(after.get(11)) + Long.parseLong(after.get(12));
            return stat.contains("CompilerThre") ? Duration.ofMillis(10 * hundredths) : Duration.ZERO;
        } catch (IOException ended) {
            return Duration.ZERO;
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("it has not started");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroyForcibly();
        }
    }
}
