package io.gpucloud.cli.account;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.lease.SweepReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds instances that are no longer used. */
@Command(name = "sweep")
public final class SweepCommand extends ServiceCommand {

    private static final List<Column<SweepPreview.Skipped>> SKIPPED = List.of(
            Column.of("instance_uuid", skipped -> skipped.instance().instanceUuid()),
            Column.of("reason", skipped -> Text.words(skipped.reason())),
            Column.of("title", skipped -> skipped.instance().title()));

    @Mixin
    private SweepSettings sweeping = new SweepSettings();

    @Option(names = {"-y", "--yes"})
    private boolean yes;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        try (Leases leases = leasing.open(client, this)) {
            SweepPreview preview = leases.sweep(sweeping.criteria());
            if (yes) {
                return destroy(preview);
            }
            print(new Document()
                    .list("found", preview.found(), StatusCommand.INSTANCES)
                    .list("skipped", preview.skipped(), SKIPPED));
            if (!preview.found().isEmpty()) {
                progress().line("nothing was destroyed. Destroy what was found with --yes");
            }
            return ExitStatus.OK;
        }
    }

    private int destroy(SweepPreview preview) throws Exception {
        leasing.progress().awaits("destroying instances", leasing.progress().destruction());
        SweepReport report = leasing.progress().during(preview::destroy);
        print(new Document()
                .with("left", report(report.left()))
                .list("destroyed", report.destroyed(), StatusCommand.INSTANCES)
                .list("skipped", report.skipped(), SKIPPED));
        return report.left().isEmpty() ? ExitStatus.OK : ExitStatus.LEFT;
    }
}
