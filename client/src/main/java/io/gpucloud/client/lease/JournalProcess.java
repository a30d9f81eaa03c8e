package io.gpucloud.client.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The process that writes a journal file. It decides about files on a disk without locks, and about those of other hosts.
 *
 * @param host the name of the host, with a hash of its machine identifier if it has one
 * @param boot identifies the time since the host was started; null if the system does not say it
 * @param pid the number of the process
 * @param start distinguishes processes that have the same number one after the other; null if the system does not say it
 */
record JournalProcess(
        String host,
        @Nullable String boot,
        long pid,
        @Nullable String start) implements JournalRecord {

    /** The process of this JVM. */
    static final JournalProcess CURRENT = of(ProcessHandle.current().pid());

    /** The position of the start time in {@code /proc/PID/stat} after the name of the process, in ticks since the boot. */
    private static final int START_TIME = 20;

    /** A process of this host. */
    static JournalProcess of(long pid) {
        return new JournalProcess(hostName() + machine(), read("/proc/sys/kernel/random/boot_id"), pid, start(pid));
    }

    /** Whether the process runs on another host. Whether it has ended is unknown then. */
    boolean runsOnAnotherHost() {
        return !host.equals(CURRENT.host);
    }

    /** Whether the process certainly runs: it is another process of this host, which has not been restarted since. */
    boolean certainlyRuns() {
        boolean mayRun = !runsOnAnotherHost() && (boot == null || boot.equals(CURRENT.boot)) && pid != CURRENT.pid;
        return mayRun && start != null && start.equals(start(pid));
    }

    private static String hostName() {
        String name = read("/proc/sys/kernel/hostname");
        try {
            return name == null ? InetAddress.getLocalHost().getHostName() : name;
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }

    /** Distinguishes hosts of the same name. The identifier itself is confidential. */
    private static String machine() {
        String id = read("/etc/machine-id");
        return id == null || id.isEmpty() ? "" : "/" + Integer.toHexString(id.hashCode());
    }

    private static @Nullable String start(long pid) {
        String stat = read("/proc/" + pid + "/stat");
        if (stat != null) {
            return stat.substring(stat.lastIndexOf(')')).split(" ", -1)[START_TIME];
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
