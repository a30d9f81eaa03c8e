package io.gpucloud.cli.monitor;

import io.gpucloud.cli.account.StatusCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Output;
import io.gpucloud.client.lease.AccountFinding;
import io.gpucloud.client.lease.AccountReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a round, as the members of their JSON objects.
 *
 * @param members by the kind of the finding and its instance or tag
 */
record Findings(Map<String, Map<String, @Nullable Object>> members) {

    static final Findings NONE = new Findings(Map.of());

    /** {@code destroyed}: the instances that the monitor has destroyed because of them. */
    static Findings of(AccountReport report, Set<String> destroyed) {
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>();
        for (AccountFinding finding : report.findings()) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            for (Column<AccountFinding> column : StatusCommand.FINDINGS) {
                members.put(column.name(), column.value().apply(finding));
            }
            String uuid = finding.instanceUuid();
            members.put("done", uuid != null && destroyed.contains(uuid) ? "destroyed" : null);
            all.put(finding.kind() + "/" + (uuid == null ? finding.tag() : uuid), members);
        }
        return new Findings(all);
    }

    @SuppressWarnings("unchecked")
    static Findings fromJson(String json) {
        return new Findings(Output.read(json, Map.class));
    }

    String toJson() {
        return Output.jsonLine(members);
    }

    /** These findings, and those of before that a list that is not complete does not disprove. */
    Findings with(Findings before) {
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>(before.members);
        all.putAll(members);
        return new Findings(all);
    }

    /** Each finding that has begun or ended since then, with the additional member {@code event}. */
    List<Map<String, @Nullable Object>> changesSince(Findings before) {
        List<Map<String, @Nullable Object>> changes = new ArrayList<>();
        addMissing(before, "ended", this, changes);
        addMissing(this, "began", before, changes);
        return changes;
    }

    private static void addMissing(
            Findings findings, String event, Findings others, List<Map<String, @Nullable Object>> changes) {
        findings.members.forEach((key, members) -> {
            if (!others.members.containsKey(key)) {
                Map<String, @Nullable Object> change = new LinkedHashMap<>();
                change.put("event", event);
                change.putAll(members);
                changes.add(change);
            }
        });
    }
}
