package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets a shutdown timer. */
@Command(name = "timer")
public final class TimerCommand extends ServiceCommand {

    /** As far as the clocks of service and client may differ. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);

    @Parameters(index = "0", paramLabel = "UUID", description = "The instance.")
    private String uuid = "";

    @Parameters(
            index = "1",
            paramLabel = "TIME",
            description = "After this time the service shuts the instance down; at least 5m.")
    private Duration after = Duration.ZERO;

    @Override
    protected int run(GpuCloudClient client) {
        if (after.compareTo(Duration.ofMinutes(5)) < 0) {
            throw new UsageException("the service accepts no timer of less than 5m");
        }
        ShutdownTimerVerification timer = client.instances()
                .scheduleShutdownAndVerify(uuid, client.timer().now().plus(after), TOLERANCE);
        return print(this, uuid, timer);
    }

    /** Prints whether the instance list shows a timer. Returns the exit status. */
    static int print(ServiceCommand command, String uuid, ShutdownTimerVerification timer) {
        command.print(new Document()
                .with("instance_uuid", uuid)
                .with("requested", timer.requested())
                .with("listed", timer.listed() == null ? null : timer.listed().shutdownTime())
                .with("outcome", timer.outcome().name().toLowerCase(Locale.ROOT)));
        if (timer.outcome() == ShutdownTimerVerification.Outcome.CONTRADICTED) {
            command.err()
                    .println("gpu-cloud: the instance list shows another timer. Check the unit with: gpu-cloud doctor");
            return ExitStatus.FAILED;
        }
        return ExitStatus.OK;
    }
}
