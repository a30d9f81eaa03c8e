package io.gpucloud.cli.account;

import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.ExtensibleEnum;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.AccountFinding;
import io.gpucloud.client.lease.AccountReport;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseState;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints what the account costs now. */
@Command(name = "status")
public final class StatusCommand extends ServiceCommand {

    public static final List<Column<Instance>> INSTANCES = List.of(
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

    public static final List<Column<JournalEntry>> JOURNAL = List.of(
            Column.of("state", entry -> Text.words(entry.state())),
            Column.onlyJson("handed_over", JournalEntry::handedOver),
            Column.of("process", StatusCommand::process),
            Column.of("timer_ends_at", JournalEntry::endsAt),
            Column.of("instance_uuid", JournalEntry::instanceUuid),
            Column.of("tag", JournalEntry::tag));

    public static final List<Column<AccountFinding>> FINDINGS = List.of(
            Column.of("kind", finding -> Text.words(finding.kind())),
            Column.of("since", AccountFinding::since),
            Column.of("cost", AccountFinding::cost),
            Column.of("message", AccountFinding::message),
            Column.onlyJson("instance_uuid", AccountFinding::instanceUuid),
            Column.onlyJson("tag", AccountFinding::tag),
            Column.onlyJson("remedy", StatusCommand::remedy));

    @Parameters(index = "0", arity = "0..1", paramLabel = "UUID", description = "Only this instance.")
    private @Nullable String uuid;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Override
    protected int run(GpuCloudClient client) {
        AccountReport account = new MonitorSettings().monitor(client, settings).check();
        CostReport report = account.costs();
        if (uuid != null) {
            print(new Document().list("instances", List.of(client.instances().get(uuid)), priced(report)));
            return ExitStatus.OK;
        }
        Document document = costs(report);
        List<Instance> instances = account.instances();
        try (Leases leases = leasing.open(client, this)) {
            Spending spending = leases.statistics().spending();
            document.with("limit", spending == null ? null : spending.limit())
                    .with("limit_window", spending == null ? null : spending.window())
                    .with("spent", spending == null ? null : spending.spent())
                    .with("reserved", spending == null ? null : spending.reserved())
                    .list("instances", instances, priced(report))
                    .list("journal", journal(leases, instances), JOURNAL)
                    .list("findings", account.findings(), FINDINGS);
        }
        print(document);
        return ExitStatus.OK;
    }

    private static String process(JournalEntry entry) {
        if (entry.handedOver()) {
            return "handed over";
        }
        String process = entry.process().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        if (entry.otherHost() == null) {
            return process;
        }
        boolean runs = entry.process() == JournalEntry.ProcessState.RUNS;
        return (runs ? process + " " : "") + "on " + entry.otherHost();
    }

    /** Without the instances that were kept, and are gone. */
    private static List<JournalEntry> journal(Leases leases, List<Instance> instances) {
        Set<String> listed = instances.stream().map(Instance::instanceUuid).collect(Collectors.toSet());
        return leases.journal().stream()
                .filter(entry -> entry.state() != LeaseState.KEPT || listed.contains(entry.instanceUuid()))
                .toList();
    }

    /** The columns of instances: listed members, and the largest plausible price. */
    public static List<Column<Instance>> priced(CostReport report) {
        List<Column<Instance>> columns = new ArrayList<>(INSTANCES);
        columns.add(3, Column.of("price_per_hour", instance -> price(report, instance, CostReport.PerHour::billed)));
        columns.add(4, Column.of("at_most_per_hour", instance -> price(report, instance, CostReport.PerHour::atMost)));
        return columns;
    }

    private static @Nullable BigDecimal price(
            CostReport report, Instance instance, Function<CostReport.PerHour, @Nullable BigDecimal> price) {
        return report.perHour(instance.instanceUuid()).map(price).orElse(null);
    }

    public static Document costs(CostReport report) {
        return new Document()
                .with("at", report.at())
                .with("balance", report.balance())
                .with("compute_cards", report.cards())
                .with("cost_per_hour", report.perHourBilled())
                .with("cost_per_hour_at_most", report.perHourAtMost())
                .with("lasts_for", report.timeLeft().orElse(null));
    }

    /** The command that inspects a finding, or ends it. */
    public static String remedy(AccountFinding finding) {
        String uuid = finding.instanceUuid();
        String recover = "gpu-cloud recover --journal " + finding.journal();
        return switch (finding.kind()) {
            case NO_TIMER -> "gpu-cloud timer " + uuid + " TIME, or gpu-cloud destroy " + uuid;
            case NO_OWNER, OLD, OVERDUE -> "gpu-cloud destroy " + uuid + " if it is yours";
            case MANY_INSTANCES, HOURLY_COST, LOW_BALANCE -> "gpu-cloud status";
            case LEFT, IN_DOUBT -> recover;
            case OTHER_HOST -> recover + " --recover-other-hosts if its program has ended";
        };
    }

    /** The name in lower case, or the number that this program does not know. */
    public static String lower(ExtensibleEnum value) {
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
