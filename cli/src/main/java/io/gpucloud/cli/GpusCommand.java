package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuStatus;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Price;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists GPU models, the cheapest first. */
@Command(name = "gpus")
final class GpusCommand extends ServiceCommand {

    private static final List<Column<GpuModel>> COLUMNS = List.of(
            Column.of("gpu_uuid", GpuModel::gpuUuid),
            Column.of("price_per_hour", gpu -> price(gpu.price(), Price::hour)),
            Column.of("available", GpusCommand::available),
            Column.of("name", GpuModel::gpuName),
            Column.onlyJson(
                    "status", gpu -> gpu.status() == null ? null : gpu.status().value()),
            Column.onlyJson("price_per_day", gpu -> price(gpu.price(), Price::day)),
            Column.onlyJson("price_per_week", gpu -> price(gpu.price(), Price::week)),
            Column.onlyJson("price_per_month", gpu -> price(gpu.price(), Price::month)),
            Column.onlyJson("price_per_year", gpu -> price(gpu.price(), Price::year)));

    @Option(names = "--available")
    private boolean available;

    @Option(names = "--max-price", paramLabel = "PRICE")
    private @Nullable BigDecimal maxPrice;

    @Override
    int run(GpuCloudClient client) {
        print(list(client, available, maxPrice));
        return ExitStatus.OK;
    }

    static Document list(GpuCloudClient client, boolean available, @Nullable BigDecimal maxPrice) {
        List<GpuModel> gpus = client.gpus().list().stream()
                .filter(gpu -> !available || Boolean.TRUE.equals(available(gpu)))
                .filter(gpu -> atMost(price(gpu.price(), Price::hour), maxPrice))
                .sorted(Comparator.comparing(
                        gpu -> price(gpu.price(), Price::hour), Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
        return new Document().list("gpus", gpus, COLUMNS);
    }

    private static @Nullable Boolean available(GpuModel gpu) {
        GpuStatus status = gpu.status();
        return status == null ? null : status.isAvailable();
    }

    static @Nullable BigDecimal price(@Nullable Price price, Function<Price, @Nullable BigDecimal> period) {
        return price == null ? null : period.apply(price);
    }

    /** A price that is not listed is not known to be low enough. */
    static boolean atMost(@Nullable BigDecimal price, @Nullable BigDecimal max) {
        return max == null || (price != null && price.compareTo(max) <= 0);
    }
}
