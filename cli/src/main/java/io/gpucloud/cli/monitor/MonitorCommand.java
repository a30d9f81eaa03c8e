package io.gpucloud.cli.monitor;

import io.gpucloud.cli.account.MonitorSettings;
import io.gpucloud.cli.account.StatusCommand;
import io.gpucloud.cli.account.SweepSettings;
import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.command.ShellCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Terminal;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.AccountMonitor;
import io.gpucloud.client.lease.AccountReport;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.Leases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads the account again and again, and prints what it finds. */
@Command(name = "monitor")
public final class MonitorCommand extends ServiceCommand {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final Duration LONGEST_NOTIFICATION = Duration.ofSeconds(30);

    @Option(names = "--every", paramLabel = "TIME", defaultValue = "1m")
    private Duration every = Duration.ofMinutes(1);

    @Option(names = "--once")
    private boolean once;

    @Mixin
    private MonitorSettings limits = new MonitorSettings();

    @Option(names = "--notify", paramLabel = "COMMAND")
    private @Nullable String notify;

    @Option(names = "--heartbeat", paramLabel = "FILE")
    private @Nullable Path heartbeat;

    @Option(names = "--recover")
    private boolean recovers;

    @Option(names = "--sweep")
    private boolean sweeps;

    @Mixin
    private SweepSettings sweeping = new SweepSettings();

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    /** The findings that this process has printed. */
    private Findings printed = Findings.NONE;

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        if (every.isZero()) {
            throw new UsageException("--every must be positive");
        }
        AccountMonitor monitor = limits.monitor(client, settings);
        if (once) {
            return round(client, monitor);
        }
        try {
            tryRound(client, monitor);
            while (!Output.isLost(out())) {
                client.timer().sleep(every);
                tryRound(client, monitor);
            }
        } catch (InterruptedException ended) {
            // As by Ctrl-C.
        }
        return ExitStatus.OK;
    }

    /** A failed round does not end the monitor, unless the key is rejected. */
    private void tryRound(GpuCloudClient client, AccountMonitor monitor) throws Exception {
        try {
            round(client, monitor);
        } catch (GpuCloudException failure) {
            if (failure.isAccessDenied()) {
                throw failure;
            }
            report(failure);
        } catch (IOException | LeaseJournalException failure) {
            report(failure);
        }
    }

    private int round(GpuCloudClient client, AccountMonitor monitor) throws Exception {
        AccountReport account = monitor.check();
        Cleanup cleanup = cleanUp(client, account);
        Findings findings = Findings.of(account, cleanup == null ? Set.of() : cleanup.destroyed());
        if (once || (Terminal.console() != null && !isJson())) {
            print(account, cleanup);
        } else {
            printChanges(findings, account);
        }
        if (heartbeat != null) {
            Files.writeString(heartbeat, account.costs().at() + "\n");
        }
        if (notify != null) {
            new Notifier(new ShellCommand(notify, LONGEST_NOTIFICATION), settings.journal(client), progress())
                    .update(findings, account.instances().provesAbsence());
        }
        if (cleanup != null && !cleanup.left().isEmpty()) {
            return ExitStatus.LEFT;
        }
        return account.findings().isEmpty() ? ExitStatus.OK : ExitStatus.FINDINGS;
    }

    /** Null if there is nothing to do. */
    private @Nullable Cleanup cleanUp(GpuCloudClient client, AccountReport account) throws Exception {
        boolean recover = recovers && Cleanup.needsRecovery(account, settings.journal(client));
        boolean sweep = sweeps && Cleanup.needsSweep(account, sweeping.criteria());
        if (!recover && !sweep) {
            return null;
        }
        try (Leases leases = leasing.open(client, this)) {
            Cleanup cleanup = new Cleanup(leases);
            return leasing.progress().during(() -> {
                if (recover) {
                    cleanup.recover();
                }
                if (sweep) {
                    cleanup.sweep(sweeping.criteria());
                }
                return cleanup;
            });
        }
    }

    private void print(AccountReport account, @Nullable Cleanup cleanup) {
        Document document = StatusCommand.costs(account.costs());
        if (cleanup != null) {
            document.with("destroyed", cleanup.destroyed()).with("left", cleanup.left());
        }
        if (!once) {
            out().print(Ansi.AUTO.enabled() ? CLEAR : "\n");
        }
        print(document.list("findings", account.findings(), StatusCommand.FINDINGS)
                .list("instances", account.instances(), StatusCommand.priced(account.costs())));
    }

    /** A line for each finding that begins or ends. */
    private void printChanges(Findings findings, AccountReport account) {
        Findings now = account.instances().provesAbsence() ? findings : findings.with(printed);
        for (Map<String, @Nullable Object> change : now.changesSince(printed)) {
            out().println(
                            isJson()
                                    ? Output.jsonLine(change)
                                    : text(account.costs().at(), change));
        }
        out().flush();
        printed = now;
    }

    private static String text(Instant at, Map<String, @Nullable Object> change) {
        String done = change.get("done") == null ? "" : ", " + change.get("done");
        return Text.of(at) + " " + change.get("event") + ": " + Text.of(change.get("message")) + done;
    }
}
