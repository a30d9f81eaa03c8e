package io.gpucloud.cli.account;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseState;
import io.gpucloud.client.lease.Leases;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Extends the time of a kept instance, within the limits. */
@Command(name = "extend")
public final class ExtendCommand extends ServiceCommand {

    @Parameters(index = "0", paramLabel = "UUID", description = "The instance.")
    private String uuid = "";

    @Option(names = "--for", required = true, paramLabel = "TIME")
    private Duration more = Duration.ZERO;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    protected int run(GpuCloudClient client) {
        try (Leases leases = leasing.open(client, this)) {
            requireKept(leases);
            return TimerCommand.print(this, uuid, leases.extendKept(uuid, more));
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            throw UsageException.of(wrong);
        }
    }

    private void requireKept(Leases leases) {
        Optional<JournalEntry> entry = leases.journal().stream()
                .filter(each -> uuid.equals(each.instanceUuid()))
                .findFirst();
        if (entry.isEmpty()) {
            throw new UsageException("the journal does not have instance " + uuid
                    + ", so no limit counts it. Set its timer with: gpu-cloud timer " + uuid + " TIME");
        }
        if (entry.get().state() == LeaseState.KEPT) {
            return;
        }
        throw new UsageException(
                entry.get().process() != JournalEntry.ProcessState.ENDED
                        ? "a running process holds instance " + uuid
                                + " and decides about its timer, which rent --renew"
                                + " sets again and again up to its --for. Nothing was changed"
                        : "the process that rented instance " + uuid + " has ended. Before you extend it: gpu-cloud"
                                + " recover --keep --instance " + uuid);
    }
}
