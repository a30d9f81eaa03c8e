package io.gpucloud.cli;

import io.gpucloud.client.ExtensibleEnum;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.Spending;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints what the account costs now. */
@Command(name = "status")
final class StatusCommand extends ServiceCommand {

    static final List<Column<Instance>> INSTANCES = List.of(
            Column.of("instance_uuid", Instance::instanceUuid),
            Column.of("status", instance -> lower(instance.status())),
            Column.of("gpu", StatusCommand::gpu),
            Column.of("timer_ends_at", StatusCommand::timer),
            Column.of("title", Instance::title),
            Column.onlyJson("created_at", Instance::createTime),
            Column.onlyJson("started_at", Instance::startTime),
            Column.onlyJson("gpu_uuid", Instance::gpuUuid),
            Column.onlyJson("gpu_count", Instance::gpuCount),
            Column.onlyJson("image_uuid", Instance::imageUuid),
            Column.onlyJson("server_urls", Instance::serverUrls));

    private static final List<Column<JournalEntry>> JOURNAL = List.of(
            Column.of("state", entry -> Text.words(entry.state())),
            Column.of("process", entry -> entry.processMayRun() ? "may run" : "ended"),
            Column.of("timer_ends_at", JournalEntry::endsAt),
            Column.of("instance_uuid", JournalEntry::instanceUuid),
            Column.of("tag", JournalEntry::tag));

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    int run(GpuCloudClient client) {
        CostReport report = new CostWatch(client).now();
        Document document = costs(report);
        List<Instance> instances = client.instances().list();
        try (Leases leases = leasing.open(client, this)) {
            Spending spending = leases.statistics().spending();
            document.with("limit", spending == null ? null : spending.limit())
                    .with("limit_window", spending == null ? null : spending.window())
                    .with("spent", spending == null ? null : spending.spent())
                    .with("reserved", spending == null ? null : spending.reserved())
                    .list("instances", instances, priced(report))
                    .list("journal", journal(leases, instances), JOURNAL);
        }
        print(document);
        return ExitStatus.OK;
    }

    /** Without the instances that were kept, and are gone. */
    private static List<JournalEntry> journal(Leases leases, List<Instance> instances) {
        Set<String> listed = instances.stream().map(Instance::instanceUuid).collect(Collectors.toSet());
        return leases.journal().stream()
                .filter(entry -> entry.state() != JournalEntry.State.KEPT || listed.contains(entry.instanceUuid()))
                .toList();
    }

    /** The columns of instances with the largest plausible price of each. */
    static List<Column<Instance>> priced(CostReport report) {
        List<Column<Instance>> columns = new ArrayList<>(INSTANCES);
        columns.add(3, Column.of("price_per_hour", instance -> price(report, instance)));
        return columns;
    }

    private static @Nullable BigDecimal price(CostReport report, Instance instance) {
        return report.perHour(instance.instanceUuid())
                .map(CostReport.PerHour::atMost)
                .orElse(null);
    }

    static Document costs(CostReport report) {
        return new Document()
                .with("at", report.at())
                .with("balance", report.balance())
                .with("compute_cards", report.cards())
                .with("cost_per_hour_at_most", report.perHourAtMost())
                .with("lasts_for", report.timeLeft().orElse(null));
    }

    /** The name in lower case, or the number that this program does not know. */
    static String lower(ExtensibleEnum value) {
        return value.isKnown() ? value.name().toLowerCase(Locale.ROOT).replace('_', ' ') : value.toString();
    }

    static String gpu(Instance instance) {
        return Text.of(instance.gpuCount()) + " x " + Text.of(instance.gpuName());
    }

    static @Nullable Instant timer(Instance instance) {
        ShutdownRegular timer = instance.shutdownRegular();
        return timer == null || !Boolean.TRUE.equals(timer.enable()) ? null : timer.shutdownTime();
    }
}
