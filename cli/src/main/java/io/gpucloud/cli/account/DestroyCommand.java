package io.gpucloud.cli.account;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Terminal;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseState;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import java.io.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Destroys instances. */
@Command(name = "destroy")
public final class DestroyCommand extends ServiceCommand {

    @Parameters(arity = "1..*", paramLabel = "UUID", description = "The instances.")
    private List<String> uuids = List.of();

    @Option(names = {"-y", "--yes"})
    private boolean yes;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        List<Instance> instances =
                uuids.stream().distinct().map(client.instances()::get).toList();
        List<String> destroyed = new ArrayList<>();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        try (Leases leases = leasing.open(client, this)) {
            List<JournalEntry> journal = leases.journal();
            if (!instances.stream().allMatch(instance -> isOurs(instance, journal) || agrees(question(instance)))) {
                err().println("gpu-cloud: nothing was destroyed");
                return ExitStatus.FAILED;
            }
            for (Instance instance : instances) {
                try {
                    destroy(leases, instance.instanceUuid());
                    destroyed.add(instance.instanceUuid());
                } catch (InstanceNotDestroyedException failure) {
                    left.add(failure);
                }
            }
        }
        print(new Document().with("destroyed", destroyed).with("left", report(left)));
        return left.isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }

    private void destroy(Leases leases, String uuid) throws Exception {
        leasing.progress()
                .awaits("destroying instance " + uuid, leasing.progress().destruction());
        leasing.progress().during(() -> {
            leases.destroyAndConfirm(uuid);
            return uuid;
        });
    }

    /** Whether the journal proves that it was rented here, and nothing uses it any more. */
    private static boolean isOurs(Instance instance, List<JournalEntry> journal) {
        return journal.stream()
                .filter(entry -> instance.instanceUuid().equals(entry.instanceUuid()))
                .anyMatch(entry ->
                        entry.state() == LeaseState.KEPT || entry.process() == JournalEntry.ProcessState.ENDED);
    }

    private boolean agrees(String question) {
        if (yes) {
            return true;
        }
        Console console = Terminal.console();
        if (console == null) {
            throw new UsageException(question + " There is no terminal to ask on: add --yes");
        }
        String reply = console.readLine("%s [y/N] ", question);
        return reply != null && reply.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private static String question(Instance instance) {
        String title = instance.title().isEmpty() ? "" : " '" + Text.printable(instance.title()) + "'";
        return "Destroy instance " + instance.instanceUuid() + title + ", " + StatusCommand.lower(instance.status())
                + ", with all its data?";
    }
}
