package io.gpucloud.cli.rent;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.RentalProgress;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that runs while a lease is open. Its instance is destroyed at the end, however it ends. */
final class LeasedCommand {

    private static final int PROBE_MILLIS = 5_000;

    @Option(names = "--reach", paramLabel = "PATH")
    private @Nullable String reach;

    @Option(names = "--reach-timeout", paramLabel = "TIME", defaultValue = "10m")
    private Duration reachTimeout = Duration.ofMinutes(10);

    @Option(names = "--grace", paramLabel = "TIME", defaultValue = "10s")
    private Duration grace = Duration.ofSeconds(10);

    @Option(names = "--on-lost", paramLabel = "ACTION", defaultValue = "stop")
    private OnLost onLost = OnLost.STOP;

    @Option(names = "--result", paramLabel = "FILE")
    private @Nullable Path resultFile;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command with its arguments, best after --.")
    private List<String> command = List.of();

    /** What happens to the command when its instance ends before it. */
    enum OnLost {
        STOP,
        CONTINUE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    boolean isMissing() {
        return command.isEmpty();
    }

    /** How the lease is obtained. */
    @FunctionalInterface
    interface Rental {

        /** Begins. The future is cancelled if a signal comes. */
        CompletableFuture<InstanceLease> start(Leases leases);

        /** The failure to report: one that says more about the cause, or the same. */
        default Exception explain(Exception failure) {
            return failure;
        }
    }

    /** Obtains a lease, runs the command, and closes the leases. Returns the exit status of the program. */
    int run(ServiceCommand host, GpuCloudClient client, LeaseSettings leasing, Rental rental) {
        RentalResult result = new RentalResult(client.timer()::now, resultFile);
        try (Signals signals = new Signals(grace)) {
            signals.handle();
            AtomicBoolean stopped = new AtomicBoolean();
            int status;
            try {
                CommandLookup.require(command.get(0));
                Leases leases = leasing.open(client, host, event -> {
                    result.on(event);
                    if (onLost == OnLost.STOP && hasLostItsInstance(event) && signals.stop("TERM")) {
                        stopped.set(true);
                    }
                    if (onLost == OnLost.CONTINUE && event.type() == LeaseEvent.Type.LOST) {
                        host.progress().warn("instance " + event.instanceUuid() + " was shut down or is gone");
                    }
                });
                status = leasing.progress()
                        .during(() -> runAndClose(host, leases, leasing.progress(), rental, signals, result));
                if (stopped.get()) {
                    status = ExitStatus.LOST;
                    host.progress().warn("the command was stopped, because its instance ended before it");
                }
                result.ended(
                        stopped.get()
                                ? "the command was stopped, because its instance ended before it"
                                : "the command ended with status " + status);
                host.progress().line("destroyed instance " + result.summary());
            } catch (Exception failure) {
                Exception explained = rental.explain(failure);
                status = signals.exitStatus(
                        explained, host.isJson() ? ExitStatus.of(explained) : host.report(explained));
                result.failed(explained);
            }
            status = result.finish(status, host.err());
            if (host.isJson()) {
                // Standard output belongs to the command.
                host.err().println(result.json());
            }
            return status;
        }
    }

    private static boolean hasLostItsInstance(LeaseEvent event) {
        return event.type() == LeaseEvent.Type.LOST || event.type() == LeaseEvent.Type.OVERDUE;
    }

    private int runAndClose(
            ServiceCommand host,
            Leases leases,
            RentalProgress progress,
            Rental rental,
            Signals signals,
            RentalResult result)
            throws Exception {
        try (leases) {
            try {
                InstanceLease lease = await(rental.start(leases));
                result.rented(lease, leases.statistics());
                host.progress().line("instance " + result.announcement());
                if (reach != null) {
                    progress.awaits("waiting for a response at " + reach, reachTimeout);
                    result.reached(lease.awaitReachable(this::responds, reachTimeout));
                    progress.awaitsNothing();
                }
                int status = signals.run(process(result));
                result.commandEnded(status);
                return status;
            } finally {
                signals.end();
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

    private ProcessBuilder process(RentalResult result) {
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(result.environment());
        return builder;
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
