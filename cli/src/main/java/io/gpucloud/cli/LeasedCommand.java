package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that runs while a lease is open. Its instance is destroyed at the end, however it ends. */
final class LeasedCommand {

    private static final Duration PROGRESS = Duration.ofSeconds(10);
    private static final int PROBE_MILLIS = 5_000;

    @Option(names = "--reach", paramLabel = "PATH")
    private @Nullable String reach;

    @Option(names = "--reach-timeout", paramLabel = "TIME", defaultValue = "10m")
    private Duration reachTimeout = Duration.ofMinutes(10);

    @Option(names = "--grace", paramLabel = "TIME", defaultValue = "10s")
    private Duration grace = Duration.ofSeconds(10);

    @Option(names = "--result", paramLabel = "FILE")
    private @Nullable Path resultFile;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The command with its arguments, best after --.")
    private List<String> command = List.of();

    boolean isMissing() {
        return command.isEmpty();
    }

    /** Obtains the lease. Its future is cancelled if a signal comes. */
    @FunctionalInterface
    interface Rental {
        CompletableFuture<InstanceLease> start();
    }

    /** Obtains a lease, runs the command, and closes the leases. Returns the exit status of the program. */
    int run(ServiceCommand host, GpuCloudClient client, Leases leases, Rental rental) throws IOException {
        RentalResult result = new RentalResult(client.timer()::now, resultFile, host.settings.journal());
        result.write();
        try (Signals signals = new Signals(grace)) {
            signals.handle();
            int status;
            try {
                status = runAndClose(host, leases, rental, signals, result);
                result.ended(status);
                host.progress("destroyed instance " + result.summary());
            } catch (Exception failure) {
                status = ExitStatus.report(failure, host.err());
                result.failed(failure);
            }
            result.finish(status, host.err());
            return status;
        }
    }

    private int runAndClose(ServiceCommand host, Leases leases, Rental rental, Signals signals, RentalResult result)
            throws Exception {
        try (leases) {
            try {
                InstanceLease lease = await(host, leases, rental.start());
                result.rented(lease, leases.statistics().perHourAtMost());
                host.progress("instance " + result.announcement());
                if (reach != null) {
                    result.reached(lease.awaitReachable(this::responds, reachTimeout));
                }
                int status = signals.run(process(result));
                result.commandEnded(status);
                return status;
            } finally {
                signals.end();
            }
        }
    }

    static InstanceLease await(ServiceCommand host, Leases leases, CompletableFuture<InstanceLease> obtained)
            throws Exception {
        long began = System.nanoTime();
        while (true) {
            try {
                return obtained.get(PROGRESS.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException still) {
                Duration waited = Duration.ofNanos(System.nanoTime() - began);
                leases.pending()
                        .forEach(rental -> host.progress(waited, Text.words(rental.state()), rental.instanceUuid()));
            } catch (InterruptedException signal) {
                obtained.cancel(true);
                throw signal;
            } catch (ExecutionException failure) {
                throw failure.getCause() instanceof Exception cause ? cause : failure;
            }
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
