package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.PrivateImage;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Saves an instance as an image. */
@Command(name = "save-image")
public final class SaveImageCommand extends ServiceCommand {

    @Parameters(index = "0", paramLabel = "UUID", description = "The instance.")
    private String uuid = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The title of the image, unique among yours.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "TIME", defaultValue = "1h")
    private Duration timeout = Duration.ofHours(1);

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        Instant began = client.timer().now();
        WaitOptions waiting = WaitOptions.builder().timeout(timeout).build();
        PrivateImage image = progress()
                .during(
                        () -> Text.duration(
                                        Duration.between(began, client.timer().now()))
                                + ": waiting for the image, at most until " + Text.time(began.plus(timeout)),
                        () -> client.instances().saveImage(uuid, name, null).await(waiting));
        print(new Document()
                .with("image_uuid", image.uuid())
                .with("title", image.title())
                .with("size", image.size()));
        return ExitStatus.OK;
    }
}
