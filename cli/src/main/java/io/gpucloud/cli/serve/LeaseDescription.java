package io.gpucloud.cli.serve;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseCost;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.PendingLease;
import io.gpucloud.client.model.Instance;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Leases and their events as members of messages. Free texts of the service are apart. */
final class LeaseDescription {

    private LeaseDescription() {}

    static Map<String, Object> of(InstanceLease lease) {
        Instance instance = lease.instance();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("instance_uuid", lease.instanceUuid());
        members.put("open", lease.isOpen());
        Failures.put(members, "tag", lease.tag());
        members.put("server_urls", instance.serverUrls());
        Failures.put(members, "gpu_uuid", instance.gpuUuid());
        Failures.put(members, "gpu_count", instance.gpuCount());
        members.put("timer_ends_at", lease.endsAt());
        members.put("timer_verified", lease.timerVerified());
        addCost(members, lease.cost());
        members.put("data", lease.data());
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("title", Failures.text(instance.title()));
        Optional.ofNullable(instance.gpuName()).ifPresent(name -> texts.put("gpu_name", Failures.text(name)));
        members.put("service_texts", texts);
        return members;
    }

    static Map<String, Object> of(PendingLease pending) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("state", pending.state().name().toLowerCase(Locale.ROOT));
        members.put("recovering", pending.recovering());
        Failures.put(members, "tag", pending.tag());
        Failures.put(members, "instance_uuid", pending.instanceUuid());
        return members;
    }

    static Map<String, Object> of(LeaseStatistics numbers) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("open", numbers.open());
        members.put("price_per_hour", numbers.perHourBilled());
        members.put("at_most_per_hour", numbers.perHourAtMost());
        Failures.put(members, "spending", numbers.spending());
        return members;
    }

    static Map<String, Object> of(LeaseEvent event) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("at", event.at());
        Failures.put(members, "tag", event.tag());
        Failures.put(members, "instance_uuid", event.instanceUuid());
        Failures.put(members, "timer_ends_at", event.endsAt());
        Optional.ofNullable(event.cost()).ifPresent(cost -> addCost(members, cost));
        Optional.ofNullable(event.cause()).ifPresent(cause -> members.put("error", Failures.describe(cause)));
        members.put("service_texts", Map.of("title", Failures.text(event.title())));
        return members;
    }

    private static void addCost(Map<String, Object> members, LeaseCost cost) {
        Failures.put(members, "price_per_hour", cost.perHourBilled());
        Failures.put(members, "at_most_per_hour", cost.perHourAtMost());
        Failures.put(members, "cost_so_far_at_most", cost.atMost().orElse(null));
    }
}
