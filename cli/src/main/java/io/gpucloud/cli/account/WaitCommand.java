package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Waits until an instance runs. */
@Command(name = "wait")
public final class WaitCommand extends ServiceCommand {

    @Parameters(index = "0", paramLabel = "UUID", description = "The instance.")
    private String uuid = "";

    @Option(names = "--timeout", paramLabel = "TIME", defaultValue = "35m")
    private Duration timeout = Duration.ofMinutes(35);

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        Instant began = client.timer().now();
        WaitOptions waiting = WaitOptions.builder().timeout(timeout).build();
        Instance instance = progress()
                .during(
                        () -> Text.duration(
                                        Duration.between(began, client.timer().now()))
                                + ": waiting until instance " + uuid + " runs, at most until "
                                + Text.time(began.plus(timeout)),
                        () -> client.instances().waitUntilRunning(uuid, waiting));
        print(new Document().list("instances", List.of(instance), StatusCommand.INSTANCES));
        return ExitStatus.OK;
    }
}
