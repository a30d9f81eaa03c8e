package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
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
        for (Instance instance : instances) {
            String title = instance.title().isEmpty() ? "" : " '" + Text.printable(instance.title()) + "'";
            if (!confirmation.ask("Destroy instance " + instance.instanceUuid() + title + ", "
                    + StatusCommand.lower(instance.status()) + ", with all its data?")) {
                err().println("gpu-cloud: nothing was destroyed");
                return ExitStatus.FAILED;
            }
        }
        List<Instance> destroyed = new ArrayList<>();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        try (Leases leases = leasing.open(client, settings)) {
            for (Instance instance : instances) {
                try {
                    leases.destroyAndConfirm(instance.instanceUuid());
                    destroyed.add(instance);
                } catch (InstanceNotDestroyedException failure) {
                    left.add(failure);
                }
            }
        }
        left.forEach(failure -> ExitStatus.report(failure, err()));
        print(new Document()
                .with(
                        "destroyed",
                        destroyed.stream().map(Instance::instanceUuid).toList())
                .with(
                        "left",
                        left.stream()
                                .map(InstanceNotDestroyedException::instanceUuid)
                                .toList()));
        return left.isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }
}
