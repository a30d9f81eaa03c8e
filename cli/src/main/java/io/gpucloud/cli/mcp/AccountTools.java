package io.gpucloud.cli.mcp;

import io.gpucloud.cli.account.GpusCommand;
import io.gpucloud.cli.account.ImagesCommand;
import io.gpucloud.cli.account.PodsCommand;
import io.gpucloud.cli.account.StatusCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools that only read. */
final class AccountTools {

    private static final List<Column<Bill>> BILLS = List.of(
            Column.of("order_number", Bill::orderNumber),
            Column.of("amount", Bill::amount),
            Column.of("from", Bill::settleStartTime),
            Column.of("until", Bill::settleEndTime),
            Column.of("remark", Bill::remark));

    private final GpuCloudClient client;

    /** Null if the server does not rent. */
    private final @Nullable AgentRentals rentals;

    AccountTools(GpuCloudClient client, @Nullable AgentRentals rentals) {
        this.client = client;
        this.rentals = rentals;
    }

    Map<String, AgentTool> all() {
        return Map.of(
                "list_gpus", this::gpus,
                "list_pods", this::pods,
                "list_images", any -> ImagesCommand.list(client, false),
                "account_status", any -> status(),
                "list_instances", any -> instances(),
                "list_bills", any -> new Document().list("bills", first(client.billing().bills().stream()), BILLS));
    }

    private Document gpus(AgentTool.Call call) {
        return GpusCommand.list(client, call.flag("available"), call.amount("max_price"), call.text("pod_uuid"));
    }

    private Document pods(AgentTool.Call call) {
        String name = call.text("name");
        Stream<Pod> pods = (name == null ? client.pods().list() : client.pods().list(name)).stream();
        return new Document().list("pods", first(pods), PodsCommand.columns(client));
    }

    private Document instances() {
        return new Document().list("instances", client.instances().list(), StatusCommand.INSTANCES);
    }

    private Document status() {
        CostReport report = new CostWatch(client).now();
        Document status =
                StatusCommand.costs(report).list("instances", client.instances().list(), StatusCommand.priced(report));
        return rentals == null
                ? status
                : status.list("rentals", rentals.open(), AgentRentals.OPEN).with("limits", rentals.limits());
    }

    /** Takes one record more than a result has, which shows that the list is longer. */
    private static <T> List<T> first(Stream<T> all) {
        return all.limit(ToolContent.MOST_RECORDS + 1L).toList();
    }
}
