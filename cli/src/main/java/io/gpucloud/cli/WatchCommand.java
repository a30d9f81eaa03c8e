package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** Prints the status again and again, or changes as lines. */
@Command(name = "watch")
final class WatchCommand extends ServiceCommand {

    private static final String CLEAR = "\u001b[H\u001b[2J";

    @Option(names = "--poll", paramLabel = "TIME", defaultValue = "5s")
    private Duration poll = Duration.ofSeconds(5);

    @Override
    int run(GpuCloudClient client) {
        if (poll.isZero()) {
            throw new UsageException("--poll must be positive");
        }
        boolean terminal = Terminal.console() != null && settings.format == Output.Format.TABLE;
        Map<String, String> seen = new LinkedHashMap<>();
        try {
            look(client, terminal, seen);
            while (!Output.isLost(out())) {
                client.timer().sleep(poll);
                look(client, terminal, seen);
            }
            return ExitStatus.OK;
        } catch (InterruptedException ended) {
            return ExitStatus.OK;
        }
    }

    /** A failed look does not end the watch, unless the key is rejected. */
    private void look(GpuCloudClient client, boolean terminal, Map<String, String> seen) {
        try {
            if (terminal) {
                CostReport report = new CostWatch(client).now();
                Document document = StatusCommand.costs(report)
                        .list("instances", client.instances().list(), StatusCommand.priced(report));
                out().print(Ansi.AUTO.enabled() ? CLEAR : "\n");
                print(document);
            } else {
                changes(client, seen);
            }
        } catch (GpuCloudException failure) {
            if (failure.isAccessDenied()) {
                throw failure;
            }
            err().println("gpu-cloud: " + ExitStatus.message(failure));
        }
    }

    private void changes(GpuCloudClient client, Map<String, String> seen) {
        Map<String, String> now = new LinkedHashMap<>();
        for (Instance instance : client.instances().list()) {
            now.put(instance.instanceUuid(), StatusCommand.lower(instance.status()));
        }
        TreeSet<String> all = new TreeSet<>(seen.keySet());
        all.addAll(now.keySet());
        for (String uuid : all) {
            String before = seen.getOrDefault(uuid, "absent");
            String after = now.getOrDefault(uuid, "absent");
            if (!before.equals(after)) {
                out().println(change(client.timer().now(), uuid, before, after));
            }
        }
        out().flush();
        seen.clear();
        seen.putAll(now);
    }

    private String change(Instant at, String uuid, String before, String after) {
        if (settings.format == Output.Format.TABLE) {
            return Text.of(at) + " " + uuid + ": " + before + " -> " + after;
        }
        return Output.jsonLine(new Document()
                .with("at", at)
                .with("instance_uuid", uuid)
                .with("before", before)
                .with("after", after)
                .members());
    }
}
