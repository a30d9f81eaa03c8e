package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Paged;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists pods. */
@Command(name = "pods")
final class PodsCommand extends ServiceCommand {

    static final List<Column<Pod>> COLUMNS = List.of(
            Column.of("pod_uuid", Pod::uuid),
            Column.of("price_per_hour", pod -> GpusCommand.price(pod.price(), Price::hour)),
            Column.of("title", Pod::title),
            Column.of("tags", Pod::podTag),
            Column.onlyJson("remark", Pod::remark));

    @Option(names = "--name", paramLabel = "TEXT")
    private @Nullable String name;

    @Option(names = "--max-price", paramLabel = "PRICE")
    private @Nullable BigDecimal maxPrice;

    @Override
    int run(GpuCloudClient client) {
        Paged<Pod> listed = name == null ? client.pods().list() : client.pods().list(name);
        List<Pod> pods = listed.stream()
                .filter(pod -> GpusCommand.atMost(GpusCommand.price(pod.price(), Price::hour), maxPrice))
                .toList();
        print(new Document().list("pods", pods, COLUMNS));
        return ExitStatus.OK;
    }
}
