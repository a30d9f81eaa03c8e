package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepReport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds instances that nobody uses any more. */
@Command(
        name = "sweep",
        description = {
            "Finds old instances of an owner without a timer in the future, and destroys them only with --yes.",
            "Unlike recover, it goes by the titles of the instances, and needs no journal."
        },
        footer = {"", "Example: gpu-cloud sweep --older-than 1d"})
final class SweepCommand extends ServiceCommand {

    private static final List<Column<SweepPreview.Skipped>> SKIPPED = List.of(
            Column.of("instance_uuid", skipped -> skipped.instance().instanceUuid()),
            Column.of(
                    "reason",
                    skipped -> skipped.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
            Column.of("title", skipped -> skipped.instance().title()));

    @Option(
            names = "--older-than",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "6h",
            description = "The minimum age of an instance. Default: ${DEFAULT-VALUE}")
    private Duration olderThan = Duration.ofHours(6);

    @Option(
            names = "--include-timed",
            description = "Also instances with a timer in the future. Another program may use them.")
    private boolean timed;

    @Option(
            names = "--include-other-owners",
            description = "Also instances of other owners, and without an owner. Another program may use them.")
    private boolean otherOwners;

    @Option(
            names = {"-y", "--yes"},
            description = "Destroys what it finds.")
    private boolean yes;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    int run(GpuCloudClient client) {
        try (Leases leases = leasing.open(client, settings)) {
            SweepPreview preview = leases.sweep(new SweepCriteria(olderThan, any -> true, timed, otherOwners));
            if (yes) {
                return destroy(preview);
            }
            print(new Document()
                    .list("found", preview.found(), StatusCommand.INSTANCES)
                    .list("skipped", preview.skipped(), SKIPPED));
            if (!preview.found().isEmpty()) {
                progress("nothing was destroyed. Destroy what was found with --yes");
            }
            return ExitStatus.OK;
        }
    }

    private int destroy(SweepPreview preview) {
        SweepReport report = preview.destroy();
        report.left().forEach(failure -> ExitStatus.report(failure, err()));
        print(new Document()
                .with(
                        "left",
                        report.left().stream()
                                .map(InstanceNotDestroyedException::instanceUuid)
                                .toList())
                .list("destroyed", report.destroyed(), StatusCommand.INSTANCES)
                .list("skipped", report.skipped(), SKIPPED));
        return report.left().isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }
}
