package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.SaveImageStatus;
import io.gpucloud.client.model.ImageComponents;
import io.gpucloud.client.model.MarketImage;
import io.gpucloud.client.model.PrivateImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists images. */
@Command(name = "images")
public final class ImagesCommand extends ServiceCommand {

    private static final List<Column<PrivateImage>> PRIVATE = List.of(
            Column.of("image_uuid", PrivateImage::uuid),
            Column.of("state", ImagesCommand::state),
            Column.of("created_at", PrivateImage::createTime),
            Column.of("title", PrivateImage::title),
            Column.onlyJson("size", PrivateImage::size),
            Column.onlyJson("pod_uuid", PrivateImage::podUuid),
            Column.onlyJson("remark", PrivateImage::remark));

    private static final List<Column<MarketImage>> MARKET = List.of(
            Column.of("image_uuid", MarketImage::uuid),
            Column.of("contents", ImagesCommand::contents),
            Column.onlyJson("components", image -> versions(image.components())),
            Column.onlyJson("size_bytes", MarketImage::size),
            Column.onlyJson("updated_at", MarketImage::updatedAt));

    @Option(names = "--market")
    private boolean market;

    @Override
    protected int run(GpuCloudClient client) {
        print(list(client, market));
        return ExitStatus.OK;
    }

    public static Document list(GpuCloudClient client, boolean market) {
        Document document = new Document();
        if (!market) {
            document.list("private_images", client.images().privateImages(), PRIVATE);
        }
        return document.list("market_images", client.images().market().stream().toList(), MARKET);
    }

    private static @Nullable String state(PrivateImage image) {
        SaveImageStatus status = image.saveImageStatus();
        return status == null ? null : StatusCommand.lower(status);
    }

    private static List<String> contents(MarketImage image) {
        return versions(image.components()).entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .toList();
    }

    private static Map<String, String> versions(@Nullable ImageComponents components) {
        Map<String, String> versions = new LinkedHashMap<>();
        if (components != null) {
            put(versions, "PyTorch", components.pyTorch());
            put(versions, "TensorFlow", components.tensorFlow());
            put(versions, "PaddlePaddle", components.paddlePaddle());
            put(versions, "CUDA", components.CUDA());
            put(versions, "Python", components.python());
            put(versions, "Ubuntu", components.ubuntu());
        }
        return versions;
    }

    private static void put(Map<String, String> versions, String name, @Nullable String version) {
        if (version != null && !version.isBlank()) {
            versions.put(name, version);
        }
    }
}
