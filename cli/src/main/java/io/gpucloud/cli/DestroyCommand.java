package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Destroys instances. */
@Command(name = "destroy")
final class DestroyCommand extends ServiceCommand {

    @Parameters(arity = "1..*", paramLabel = "UUID", description = "The instances.")
    private List<String> uuids = List.of();

    @Mixin
    private Confirmation confirmation = new Confirmation();

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    int run(GpuCloudClient client) {
        List<Instance> instances =
                uuids.stream().distinct().map(client.instances()::get).toList();
        List<String> destroyed = new ArrayList<>();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        try (Leases leases = leasing.open(client, this)) {
            List<JournalEntry> journal = leases.journal();
            if (!instances.stream()
                    .allMatch(instance -> isOurs(instance, journal) || confirmation.ask(question(instance)))) {
                err().println("gpu-cloud: nothing was destroyed");
                return ExitStatus.FAILED;
            }
            for (Instance instance : instances) {
                try {
                    leases.destroyAndConfirm(instance.instanceUuid());
                    destroyed.add(instance.instanceUuid());
                } catch (InstanceNotDestroyedException failure) {
                    left.add(failure);
                }
            }
        }
        left.forEach(failure -> ExitStatus.report(failure, err()));
        print(new Document()
                .with("destroyed", destroyed)
                .with(
                        "left",
                        left.stream()
                                .map(InstanceNotDestroyedException::instanceUuid)
                                .toList()));
        return left.isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }

    /** Whether the journal proves that it was rented here, and nothing uses it any more. */
    private static boolean isOurs(Instance instance, List<JournalEntry> journal) {
        return journal.stream()
                .filter(entry -> instance.instanceUuid().equals(entry.instanceUuid()))
                .anyMatch(entry -> entry.state() == JournalEntry.State.KEPT || !entry.processMayRun());
    }

    private static String question(Instance instance) {
        String title = instance.title().isEmpty() ? "" : " '" + Text.printable(instance.title()) + "'";
        return "Destroy instance " + instance.instanceUuid() + title + ", " + StatusCommand.lower(instance.status())
                + ", with all its data?";
    }
}
