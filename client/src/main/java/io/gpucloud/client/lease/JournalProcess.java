package io.gpucloud.client.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The process that writes a journal file, and the owner of its instances. It decides about files on a disk without
 * locks, and about those of other hosts.
 *
 * @param host the name of the host, with a hash of its machine identifier, or the value of {@code GPU_CLOUD_HOST}
 * @param start distinguishes processes that have the same number one after the other, also after a restart of the host;
 *     null if the system does not say it
 * @param owner the {@linkplain LeaseOptions#owner() owner} in the titles of its instances; null for any
 */
record JournalProcess(
        String host,
        long pid,
        @Nullable String start,
        @Nullable String owner) {

    /** The process of this JVM. */
    static final JournalProcess CURRENT = of(ProcessHandle.current().pid());

    /**
     * The positions of the state and of the start time, in ticks since the boot, in {@code /proc/PID/stat} after the
     * name of the process.
     */
    private static final int STATE = 1;

    private static final int START_TIME = 20;

    /** A process of this host. */
    static JournalProcess of(long pid) {
        return new JournalProcess(thisHost(), pid, start(pid), null);
    }

    JournalProcess withOwner(@Nullable String owner) {
        return new JournalProcess(host, pid, start, owner);
    }

    /** Whether its instances are those of another program, which has its own recovery. */
    boolean belongsToAnother(@Nullable String owner) {
        return this.owner != null && !this.owner.equals(owner);
    }

    /** Whether the process runs on another host. Whether it has ended is unknown then. */
    boolean runsOnAnotherHost() {
        return !host.equals(CURRENT.host);
    }

    /** The name of its host for people. */
    String hostName() {
        return host.replaceFirst("/[^/]*$", "");
    }

    /** Whether the process certainly runs: it is another process of this host, which has not been restarted since. */
    boolean certainlyRuns() {
        return !runsOnAnotherHost() && pid != CURRENT.pid && start != null && start.equals(start(pid));
    }

    /** Whether the system says when the process was started, so that another one is not taken for it. */
    boolean isKnown() {
        return start != null;
    }

    /** Whether the process has not certainly ended. */
    boolean mayRun() {
        return runsOnAnotherHost() || start == null || start.equals(start(pid));
    }

    private static String thisHost() {
        return host(System.getenv("GPU_CLOUD_HOST"));
    }

    /**
     * The name of this host. The hash of the machine identifier, which is confidential, distinguishes hosts of the same
     * name.
     *
     * @param given the name for containers that start again under another name; null for that of the system
     */
    static String host(@Nullable String given) {
        if (given != null && !given.isBlank()) {
            return given.strip();
        }
        try {
            String name = read("/proc/sys/kernel/hostname");
            String machine = Integer.toHexString(Objects.hashCode(read("/etc/machine-id")));
            return (name == null ? InetAddress.getLocalHost().getHostName() : name) + "/" + machine;
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }

    /**
     * The identifier of the boot and the time since then, which does not change when the clock is set. Null for a
     * process that has ended and that its parent has not reaped, as the first process of a container may never do.
     */
    private static @Nullable String start(long pid) {
        String stat = read("/proc/" + pid + "/stat");
        if (stat != null) {
            String[] values = stat.substring(stat.lastIndexOf(')')).split(" ", -1);
            boolean ended = values[STATE].equals("Z");
            return ended ? null : read("/proc/sys/kernel/random/boot_id") + "/" + values[START_TIME];
        }
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .map(Object::toString)
                .orElse(null);
    }

    /** The content of a small file, or null if it does not exist. */
    private static @Nullable String read(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException missing) {
            return null;
        }
    }
}
