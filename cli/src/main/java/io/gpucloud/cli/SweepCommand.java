package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.SweepCriteria;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepReport;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds instances that are no longer used. */
@Command(name = "sweep")
final class SweepCommand extends ServiceCommand {

    private static final List<Column<SweepPreview.Skipped>> SKIPPED = List.of(
            Column.of("instance_uuid", skipped -> skipped.instance().instanceUuid()),
            Column.of("reason", skipped -> Text.words(skipped.reason())),
            Column.of("title", skipped -> skipped.instance().title()));

    @Option(names = "--older-than", paramLabel = "TIME", defaultValue = "6h")
    private Duration olderThan = Duration.ofHours(6);

    @Option(names = "--include-timed")
    private boolean timed;

    @Option(names = "--include-other-owners")
    private boolean otherOwners;

    @Option(names = {"-y", "--yes"})
    private boolean yes;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    int run(GpuCloudClient client) {
        try (Leases leases = leasing.open(client, this)) {
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
        print(new Document()
                .with("left", report(report.left()))
                .list("destroyed", report.destroyed(), StatusCommand.INSTANCES)
                .list("skipped", report.skipped(), SKIPPED));
        return report.left().isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }
}
