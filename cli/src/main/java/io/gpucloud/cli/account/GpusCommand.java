package io.gpucloud.cli.account;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuStatus;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists GPU models, the cheapest first. */
@Command(name = "gpus")
public final class GpusCommand extends ServiceCommand {

    /** {@code pods}: they may be billed in addition to the GPU, so the most expensive one counts. */
    private static List<Column<GpuModel>> columns(List<Pod> pods) {
        BigDecimal pod = pods.stream()
                .map(each -> price(each.price(), Price::hour))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(BigDecimal.ZERO);
        return List.of(
                Column.of("gpu_uuid", GpuModel::gpuUuid),
                Column.of("price_per_hour", gpu -> price(gpu.price(), Price::hour)),
                Column.of("at_most_per_hour", gpu -> atMostPerHour(price(gpu.price(), Price::hour), pod)),
                Column.of("available", GpusCommand::available),
                Column.of("name", GpuModel::gpuName),
                Column.onlyJson(
                        "status",
                        gpu -> gpu.status() == null ? null : gpu.status().value()),
                Column.onlyJson("price_per_day", gpu -> price(gpu.price(), Price::day)),
                Column.onlyJson("price_per_week", gpu -> price(gpu.price(), Price::week)),
                Column.onlyJson("price_per_month", gpu -> price(gpu.price(), Price::month)),
                Column.onlyJson("price_per_year", gpu -> price(gpu.price(), Price::year)));
    }

    static @Nullable BigDecimal atMostPerHour(@Nullable BigDecimal gpu, @Nullable BigDecimal pod) {
        return atMostPerHour(gpu, 1, pod);
    }

    /** The largest plausible price; null if one of the prices is not listed. */
    public static @Nullable BigDecimal atMostPerHour(@Nullable BigDecimal gpu, int gpuCount, @Nullable BigDecimal pod) {
        return gpu == null || pod == null ? null : HourlyPrice.largest(gpu, gpuCount, pod);
    }

    @Option(names = "--available")
    private boolean available;

    @Option(names = "--max-price", paramLabel = "PRICE")
    private @Nullable BigDecimal maxPrice;

    @Option(names = "--pod", paramLabel = "UUID")
    private @Nullable String pod;

    @Override
    protected int run(GpuCloudClient client) {
        print(list(client, available, maxPrice, pod));
        return ExitStatus.OK;
    }

    /** {@code pod}: only its price counts; null for all. */
    public static Document list(
            GpuCloudClient client, boolean available, @Nullable BigDecimal maxPrice, @Nullable String pod) {
        List<Pod> pods = client.pods().list().stream()
                .filter(each -> pod == null || each.uuid().equals(pod))
                .toList();
        if (pod != null && pods.isEmpty()) {
            throw new UsageException("no pod " + Text.printable(pod) + " is listed. See all with: gpu-cloud pods");
        }
        List<GpuModel> gpus = client.gpus().list().stream()
                .filter(gpu -> !available || Boolean.TRUE.equals(available(gpu)))
                .filter(gpu -> atMost(price(gpu.price(), Price::hour), maxPrice))
                .sorted(Comparator.comparing(
                        gpu -> price(gpu.price(), Price::hour), Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
        return new Document().list("gpus", gpus, columns(pods));
    }

    private static @Nullable Boolean available(GpuModel gpu) {
        GpuStatus status = gpu.status();
        return status == null ? null : status.isAvailable();
    }

    public static @Nullable BigDecimal price(@Nullable Price price, Function<Price, @Nullable BigDecimal> period) {
        return price == null ? null : period.apply(price);
    }

    /** A price that is not listed is not known to be low enough. */
    public static boolean atMost(@Nullable BigDecimal price, @Nullable BigDecimal max) {
        return max == null || (price != null && price.compareTo(max) <= 0);
    }
}
