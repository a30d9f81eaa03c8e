package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.command.Settings;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.TimerNotConfirmedException;
import io.gpucloud.client.lease.UnverifiedTimerPolicy;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks the settings. */
@Command(name = "doctor")
public final class DoctorCommand extends ServiceCommand {

    private static final Duration SMALL = Duration.ofSeconds(30);
    private static final Duration LARGE = Duration.ofMinutes(2);

    private static final List<Column<Check>> COLUMNS = List.of(
            Column.of("check", Check::name),
            Column.of("result", check -> Text.words(check.result())),
            Column.of("details", Check::details));

    @Option(names = "--rent-a-minute", paramLabel = "POD-UUID")
    private @Nullable String pod;

    /** The result of a check. */
    private enum Result {
        OK,
        WARNING,
        FAILED
    }

    private record Check(String name, Result result, String details) {}

    private final List<Check> checks = new ArrayList<>();

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        URI address = settings.baseUrl();
        checkAddress(address);
        checkProxy(address);
        if (checkCall("service", "responds", () -> client.pods().list().page(1))) {
            checkClock(client);
            checkCall("API key", "accepted", () -> client.billing().balance());
        }
        checkJournal(client);
        progress().during(() -> "renting an instance for a minute", () -> {
            checkTimer(client);
            return checks;
        });
        print(new Document().list("checks", checks, COLUMNS));
        return checks.stream().anyMatch(check -> check.result() == Result.FAILED) ? ExitStatus.FAILED : ExitStatus.OK;
    }

    private void add(String name, Result result, String details) {
        checks.add(new Check(name, result, details));
    }

    private void checkAddress(URI address) {
        boolean documented = String.valueOf(address.getPath()).endsWith("/api/open/v2");
        add(
                "address",
                documented ? Result.OK : Result.WARNING,
                address + (documented ? "" : ": the documented path ends with /api/open/v2"));
        boolean encrypted = "https".equals(address.getScheme());
        if (encrypted || Settings.isOnThisMachine(address)) {
            add("TLS", Result.OK, encrypted ? "certificate and host name are checked" : "not needed on this machine");
        } else {
            add("TLS", Result.FAILED, "the API key would be sent in plain text. Use https");
        }
    }

    private void checkProxy(URI address) {
        String proxies = ProxySelector.getDefault().select(address).stream()
                .filter(proxy -> proxy.type() != Proxy.Type.DIRECT)
                .map(Proxy::toString)
                .collect(Collectors.joining(", "));
        add("proxy", Result.OK, proxies.isEmpty() ? "none. Set one with JAVA_OPTS=-Dhttps.proxyHost=HOST" : proxies);
    }

    private boolean checkCall(String name, String success, Runnable call) {
        try {
            call.run();
            add(name, Result.OK, success);
            return true;
        } catch (GpuCloudException failure) {
            add(name, Result.FAILED, ExitStatus.message(failure));
            return false;
        }
    }

    /** The client has taken the time from the response. */
    private void checkClock(GpuCloudClient client) {
        Duration difference =
                Duration.between(Instant.now(), client.timer().now()).abs();
        Result result = difference.compareTo(SMALL) < 0
                ? Result.OK
                : difference.compareTo(LARGE) < 0 ? Result.WARNING : Result.FAILED;
        add(
                "clock",
                result,
                "differs by " + Text.duration(difference)
                        + (result == Result.OK ? "" : ". Set the clock of this machine, for example with NTP"));
    }

    private void checkJournal(GpuCloudClient client) {
        try {
            Path journal = settings.journal(client);
            boolean writable = journal.toFile().canWrite();
            add(
                    "journal",
                    writable ? Result.OK : Result.FAILED,
                    journal + (writable ? "" : " cannot be written. Set another folder with --journal"));
        } catch (UsageException failure) {
            add("journal", Result.FAILED, ExitStatus.message(failure));
        }
    }

    private void checkTimer(GpuCloudClient client) {
        if (pod == null) {
            add("timer unit", Result.WARNING, "not checked, because it costs money: --rent-a-minute POD-UUID");
            return;
        }
        LeaseOptions options = LeaseOptions.builder()
                .owner("gpu-cloud-doctor")
                .unverifiedTimer(UnverifiedTimerPolicy.DESTROY)
                .journal(settings.journal(client))
                .recoverOnStart(false)
                .build();
        try (Leases leases = Leases.of(client, options);
                InstanceLease lease = leases.rent(RentalPlan.ofPod(pod, Duration.ofMinutes(5)))) {
            add("timer unit", Result.OK, "the instance list shows the timer as set: " + Text.of(lease.endsAt()));
        } catch (TimerNotConfirmedException wrong) {
            add("timer unit", Result.FAILED, ExitStatus.message(wrong) + ". Try --timer-unit minutes");
        }
    }
}
