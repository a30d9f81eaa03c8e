package io.gpucloud.cli.rent;

import io.gpucloud.cli.account.StatusCommand;
import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.RentalProgress;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.NothingProvenException;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.PendingLease;
import io.gpucloud.client.lease.RecoverableInstance;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RecoveryReport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Ends what killed processes left. */
@Command(name = "recover")
public final class RecoverCommand extends ServiceCommand {

    /** At most one of them. */
    static final class Instead {

        @Option(names = "--resume")
        private boolean resume;

        @Option(names = "--keep")
        private boolean keep;
    }

    @ArgGroup
    private Instead instead = new Instead();

    @Option(names = "--instance", paramLabel = "UUID")
    private @Nullable String only;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Mixin
    private LeasedCommand command = new LeasedCommand();

    /** An instance that stays in the journal. */
    private static final class NotChosen extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotChosen() {
            super("another instance was chosen");
        }
    }

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        if (instead.resume == command.isMissing()) {
            throw new UsageException(
                    instead.resume ? "--resume needs a command, after --" : "a command needs --resume");
        }
        if (instead.resume) {
            return command.run(this, client, leasing, new Resumption());
        }
        command.rejectOptions();
        try (Leases leases = leasing.open(client, this)) {
            return recover(leases);
        }
    }

    /** Waits for lists that prove what is left, and destroys it. */
    private RecoveryReport recover(Leases leases, Function<RecoverableInstance, RecoveryDecision> decisions) {
        RentalProgress progress = leasing.progress();
        progress.awaits("looking for the instances of ended processes", progress.search());
        return leases.recover(decisions);
    }

    private int recover(Leases leases) throws Exception {
        RecoveryDecision decision = instead.keep ? RecoveryDecision.KEEP : RecoveryDecision.DESTROY;
        RecoveryReport report = leasing.progress().during(() -> recover(leases, found -> decide(found, decision)));
        List<RuntimeException> failures = failures(report);
        failures.forEach(this::report);
        List<String> damaged = report.damaged().stream()
                .map(entry -> entry.file() + ":" + entry.line())
                .toList();
        List<JournalEntry> skipped = leasing.skipped(leases, this);
        print(new Document()
                .with("destroyed", report.destroyed())
                .with("kept", report.kept())
                .with("not_listed", report.absent())
                .with("failures", failures.stream().map(ExitStatus::message).toList())
                .with("damaged_lines", damaged)
                .list("candidates", report.candidates(), StatusCommand.INSTANCES)
                .list("skipped", skipped, StatusCommand.JOURNAL));
        if (!report.candidates().isEmpty()) {
            progress()
                    .line(
                            "nothing proves that a candidate is yours. Destroy what is yours with: gpu-cloud destroy UUID");
        }
        // With the option, the lock shows that the process runs.
        boolean settled = skipped.isEmpty() || leasing.recoverOtherHosts;
        boolean clean = settled && failures.isEmpty() && report.candidates().isEmpty() && damaged.isEmpty();
        return clean ? ExitStatus.OK : ExitStatus.LEFT;
    }

    private RecoveryDecision decide(RecoverableInstance found, RecoveryDecision decision) {
        if (only != null && !only.equals(found.instance().instanceUuid())) {
            throw new NotChosen();
        }
        return decision;
    }

    private static List<RuntimeException> failures(RecoveryReport report) {
        return report.left().stream()
                .filter(failure -> !(failure instanceof NotChosen) && !(failure.getCause() instanceof NotChosen))
                .toList();
    }

    /** Takes over the first instance that can be leased again. */
    private final class Resumption implements LeasedCommand.Rental {

        @Override
        public List<PendingLease> left(Leases leases) {
            return leases.pending();
        }

        @Override
        public CompletableFuture<InstanceLease> start(Leases leases) {
            return CompletableFuture.supplyAsync(() -> resume(leases));
        }

        private InstanceLease resume(Leases leases) {
            AtomicBoolean chosen = new AtomicBoolean();
            RecoveryReport report = recover(leases, found -> {
                RecoveryDecision decision = decide(found, RecoveryDecision.RESUME);
                if (chosen.getAndSet(true)) {
                    throw new NotChosen();
                }
                return decision;
            });
            leasing.skipped(leases, RecoverCommand.this);
            if (!report.adopted().isEmpty()) {
                return report.adopted().get(0);
            }
            throw failures(report).stream()
                    .findFirst()
                    .orElseGet(() -> report.candidates().isEmpty()
                            ? new UsageException("there is no instance to resume")
                            : new NothingProvenException(report.candidates()));
        }
    }
}
