package io.gpucloud.cli.rent;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.PendingLease;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that runs while a lease is open. Its instance is destroyed at the end, however it ends. */
final class LeasedCommand {

    private static final int PROBE_MILLIS = 5_000;
    private static final Duration SHORTEST_IDLE = Duration.ofMinutes(1);

    @Option(names = "--reach", paramLabel = "PATH")
    private @Nullable String reach;

    @Option(names = "--reach-timeout", paramLabel = "TIME", defaultValue = "10m")
    private Duration reachTimeout = Duration.ofMinutes(10);

    @Option(names = "--grace", paramLabel = "TIME", defaultValue = "10s")
    private Duration grace = Duration.ofSeconds(10);

    @Option(names = "--on-lost", paramLabel = "ACTION", defaultValue = "stop")
    private OnLost onLost = OnLost.STOP;

    @Option(names = "--idle", paramLabel = "TIME")
    private @Nullable Duration idle;

    @Option(names = "--active", paramLabel = "COMMAND")
    private @Nullable String active;

    @Option(names = "--before-destroy", paramLabel = "COMMAND")
    private @Nullable String beforeDestroy;

    @Option(names = "--before-destroy-timeout", paramLabel = "TIME", defaultValue = "2m")
    private Duration beforeDestroyTimeout = Duration.ofMinutes(2);

    @Option(names = "--result", paramLabel = "FILE")
    private @Nullable Path resultFile;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command with its arguments, best after --.")
    private List<String> command = List.of();

    /** The effect on the command when its instance ends before it. */
    enum OnLost {
        STOP,
        CONTINUE
    }

    /** Why this program ends the command. */
    private enum Stop {
        LOST(ExitStatus.LOST, "the command was stopped, because its instance ended before it"),
        IDLE(ExitStatus.IDLE, "the command was stopped, because it was idle");

        private final int status;
        private final String message;

        Stop(int status, String message) {
            this.status = status;
            this.message = message;
        }
    }

    boolean isMissing() {
        return command.isEmpty();
    }

    /** @throws UsageException if there are options that only a command needs */
    void rejectOptions() {
        if (Stream.of(reach, idle, active, beforeDestroy, resultFile).anyMatch(Objects::nonNull)) {
            throw new UsageException("--reach, --idle, --active, --before-destroy and --result need a command");
        }
    }

    /** How the lease is obtained. */
    @FunctionalInterface
    interface Rental {

        /** Begins. The future is cancelled if a signal comes. */
        CompletableFuture<InstanceLease> start(Leases leases);

        /** The instances that ended processes have left, if this rental takes them over. */
        default List<PendingLease> left(Leases leases) {
            return List.of();
        }

        /** The failure to report: one that says more about the cause, or the same. */
        default Exception explain(Exception failure) {
            return failure;
        }
    }

    /** Obtains a lease, runs the command, and closes the leases. Returns the exit status of the program. */
    int run(ServiceCommand host, GpuCloudClient client, LeaseSettings leasing, Rental rental) {
        requireConsistent();
        RentalResult result = new RentalResult(client.timer()::now, resultFile);
        try (Signals signals = new Signals(grace)) {
            signals.handle();
            return new Run(host, client, leasing, rental, result, signals).run();
        }
    }

    private void requireConsistent() {
        if ((idle == null) != (active == null)) {
            throw new UsageException(
                    idle == null
                            ? "--active needs --idle TIME: how long the command may be idle"
                            : "--idle needs --active COMMAND, or --active output: what shows that the command is active");
        }
        if (idle != null && idle.compareTo(SHORTEST_IDLE) < 0) {
            throw new UsageException("--idle must be at least 1m");
        }
    }

    /** One run of the command. */
    private final class Run {

        private final ServiceCommand host;
        private final GpuCloudClient client;
        private final LeaseSettings leasing;
        private final Rental rental;
        private final RentalResult result;
        private final Signals signals;

        /** Why this program has stopped the command; null if it has not. */
        private volatile @Nullable Stop stopped;

        private volatile boolean ended;

        Run(
                ServiceCommand host,
                GpuCloudClient client,
                LeaseSettings leasing,
                Rental rental,
                RentalResult result,
                Signals signals) {
            this.host = host;
            this.client = client;
            this.leasing = leasing;
            this.rental = rental;
            this.result = result;
            this.signals = signals;
        }

        int run() {
            int status;
            try {
                CommandLookup.require(command.get(0));
                Leases leases = leasing.open(client, host, this::on);
                status = leasing.progress().during(() -> runAndClose(leases));
                Stop why = stopped;
                if (why != null) {
                    status = why.status;
                    host.progress().warn(why.message);
                }
                result.ended(why != null ? why.message : "the command ended with status " + status);
                host.progress().line("destroyed instance " + result.summary());
            } catch (Exception failure) {
                Exception explained = signals.explain(rental.explain(failure));
                if (!host.isJson()) {
                    host.report(explained);
                }
                status = signals.exitStatus(explained);
                result.failed(explained);
            }
            status = result.finish(status, host.err());
            if (host.isJson()) {
                // Standard output belongs to the command.
                host.err().println(result.json());
            }
            return status;
        }

        private void on(LeaseEvent event) {
            result.on(event);
            boolean over = event.type() == LeaseEvent.Type.LOST || event.type() == LeaseEvent.Type.OVERDUE;
            if (onLost == OnLost.STOP && over) {
                stop(Stop.LOST);
            }
            if (onLost == OnLost.CONTINUE && event.type() == LeaseEvent.Type.LOST) {
                host.progress().warn("instance " + event.instanceUuid() + " was shut down or is gone");
            }
        }

        private void stop(Stop why) {
            signals.stop("TERM", () -> {
                // Otherwise it is --before-destroy that is stopped.
                if (!ended) {
                    stopped = why;
                }
            });
        }

        private int runAndClose(Leases leases) throws Exception {
            try (leases) {
                try {
                    InstanceLease lease = obtain(leases);
                    result.rented(lease, leases.statistics());
                    host.progress().line("instance " + result.announcement());
                    if (reach != null) {
                        leasing.progress().awaits("waiting for a response at " + reach, reachTimeout);
                        result.reached(lease.awaitReachable(LeasedCommand.this::responds, reachTimeout));
                        leasing.progress().awaitsNothing();
                    }
                    try {
                        return runCommand();
                    } finally {
                        ended = true;
                        beforeDestroy(lease);
                    }
                } finally {
                    signals.end();
                }
            }
        }

        private InstanceLease obtain(Leases leases) throws Exception {
            result.leftByOthers(rental.left(leases));
            try {
                return await(rental.start(leases));
            } finally {
                result.leftByOthers(rental.left(leases));
            }
        }

        private int runCommand() throws IOException, InterruptedException {
            ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().putAll(result.environment());
            if (idle == null) {
                return ended(signals.start(builder));
            }
            Activity activity = Activity.of(active, result.environment(), host.progress()::warn);
            activity.redirect(builder);
            Process process = signals.start(builder);
            activity.begins(process);
            IdleWatch watch = new IdleWatch(client.timer(), idle, activity, () -> stop(Stop.IDLE));
            try {
                return ended(process);
            } finally {
                watch.end();
                activity.ended();
            }
        }

        private int ended(Process process) throws InterruptedException {
            int status = signals.await(process);
            result.commandEnded(status);
            return status;
        }

        /** Its failure delays nothing: the instance costs money. */
        private void beforeDestroy(InstanceLease lease) {
            if (beforeDestroy == null || !lease.isOpen()) {
                return;
            }
            leasing.progress().awaits("--before-destroy", beforeDestroyTimeout);
            try {
                Duration missing = beforeDestroyTimeout.minus(
                        Duration.between(client.timer().now(), lease.endsAt()));
                if (missing.compareTo(Duration.ZERO) > 0) {
                    lease.extend(missing);
                }
            } catch (RuntimeException limited) {
                host.progress().warn("the timer stays as it is: " + ExitStatus.message(limited));
            }
            try {
                ProcessBuilder builder = new ProcessBuilder("sh", "-c", beforeDestroy).inheritIO();
                builder.environment().putAll(result.environment());
                Process process = signals.startNext(builder);
                Integer status = signals.await(process, beforeDestroyTimeout);
                if (status == null) {
                    host.progress().warn("--before-destroy was stopped after " + Text.duration(beforeDestroyTimeout));
                } else if (status != 0) {
                    host.progress().warn("--before-destroy ended with status " + status);
                }
            } catch (IOException failure) {
                host.progress().warn("--before-destroy cannot be run: " + failure.getMessage());
            } catch (InterruptedException skipped) {
                Thread.currentThread().interrupt();
            } finally {
                leasing.progress().awaitsNothing();
            }
        }
    }

    static InstanceLease await(CompletableFuture<InstanceLease> obtained) throws Exception {
        try {
            return obtained.get();
        } catch (InterruptedException signal) {
            obtained.cancel(true);
            throw signal;
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    /** The API key is not sent: the instance is no part of the service. */
    private boolean responds(Instance instance) {
        return instance.serverUrls().stream().anyMatch(this::responds);
    }

    private boolean responds(String address) {
        try {
            String path = String.valueOf(reach);
            URI target = URI.create(address.replaceFirst("/$", "") + (path.startsWith("/") ? path : "/" + path));
            if (!(target.toURL().openConnection() instanceof HttpURLConnection connection)) {
                return false;
            }
            connection.setConnectTimeout(PROBE_MILLIS);
            connection.setReadTimeout(PROBE_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status > 0 && status < HttpURLConnection.HTTP_BAD_REQUEST;
        } catch (IOException | IllegalArgumentException notYet) {
            return false;
        }
    }
}
