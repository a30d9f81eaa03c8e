package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Paged;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists pods. */
@Command(name = "pods")
public final class PodsCommand extends ServiceCommand {

    /** With the largest plausible price of each pod with the cheapest GPU. */
    public static List<Column<Pod>> columns(GpuCloudClient client) {
        BigDecimal gpu = cheapest(client);
        return List.of(
                Column.of("pod_uuid", Pod::uuid),
                Column.of("price_per_hour", PodsCommand::price),
                Column.of("at_most_per_hour", pod -> GpusCommand.atMostPerHour(gpu, price(pod))),
                Column.of("title", Pod::title),
                Column.of("tags", Pod::podTag),
                Column.onlyJson("remark", Pod::remark));
    }

    private static @Nullable BigDecimal cheapest(GpuCloudClient client) {
        try {
            return client.gpus().list().stream()
                    .map(model -> GpusCommand.price(model.price(), Price::hour))
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        } catch (MissingApiKeyException unknown) {
            return null;
        }
    }

    private static @Nullable BigDecimal price(Pod pod) {
        return GpusCommand.price(pod.price(), Price::hour);
    }

    @Option(names = "--name", paramLabel = "TEXT")
    private @Nullable String name;

    @Option(names = "--max-price", paramLabel = "PRICE")
    private @Nullable BigDecimal maxPrice;

    @Override
    protected int run(GpuCloudClient client) {
        Paged<Pod> listed = name == null ? client.pods().list() : client.pods().list(name);
        List<Pod> pods = listed.stream()
                .filter(pod -> GpusCommand.atMost(price(pod), maxPrice))
                .toList();
        print(new Document().list("pods", pods, columns(client)));
        return ExitStatus.OK;
    }
}
