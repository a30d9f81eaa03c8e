package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.PrivateImage;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Saves an instance as an image. */
@Command(name = "save-image")
final class SaveImageCommand extends ServiceCommand {

    @Parameters(index = "0", paramLabel = "UUID", description = "The instance.")
    private String uuid = "";

    @Parameters(index = "1", paramLabel = "NAME", description = "The title of the image, unique among yours.")
    private String name = "";

    @Option(names = "--timeout", paramLabel = "TIME", defaultValue = "1h")
    private Duration timeout = Duration.ofHours(1);

    @Override
    int run(GpuCloudClient client) {
        WaitOptions waiting = WaitOptions.builder()
                .timeout(timeout)
                .onPoll(poll -> progress("waiting for the image: " + Text.duration(poll.elapsed())))
                .build();
        PrivateImage image = client.instances().saveImage(uuid, name, null).await(waiting);
        print(new Document()
                .with("image_uuid", image.uuid())
                .with("title", image.title())
                .with("size", image.size()));
        return ExitStatus.OK;
    }
}
