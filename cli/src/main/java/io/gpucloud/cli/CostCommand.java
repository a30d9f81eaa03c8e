package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Bill;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Prints the bills per day, or the calculated cost of the rentals of this program. */
@Command(name = "cost")
final class CostCommand extends ServiceCommand {

    /** The subject of a line of the result. */
    enum By {
        DAY(""),
        TITLE("title"),
        TAG("tag"),
        GPU("gpu_name");

        private final String member;

        By(String member) {
            this.member = member;
        }
    }

    private static final List<Column<Map.Entry<String, BigDecimal>>> COLUMNS =
            List.of(Column.of("amount", Map.Entry::getValue), Column.of("name", Map.Entry::getKey));

    @Option(names = "--since", paramLabel = "TIME", defaultValue = "7d")
    private Duration since = Duration.ofDays(7);

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "day")
    private By by = By.DAY;

    @Override
    int run(GpuCloudClient client) throws IOException {
        Instant from = client.timer().now().minus(since);
        Map<String, BigDecimal> amounts = by == By.DAY ? billed(client, from) : calculated(from);
        print(new Document()
                .with("since", from)
                .with("source", by == By.DAY ? "bills of the service" : "calculated from the rentals of this program")
                .with("total", amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                .list("amounts", List.copyOf(amounts.entrySet()), COLUMNS));
        return ExitStatus.OK;
    }

    private static Map<String, BigDecimal> billed(GpuCloudClient client, Instant from) {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        for (Bill bill : client.billing().bills()) {
            Instant at = bill.settleEndTime() == null ? bill.orderTime() : bill.settleEndTime();
            if (at == null || !at.isBefore(from)) {
                String day = at == null
                        ? "unknown"
                        : LocalDate.ofInstant(at, ZoneId.systemDefault()).toString();
                amounts.merge(day, Objects.requireNonNullElse(bill.amount(), BigDecimal.ZERO), BigDecimal::add);
            }
        }
        return amounts;
    }

    private Map<String, BigDecimal> calculated(Instant from) throws IOException {
        Map<String, BigDecimal> amounts = new TreeMap<>();
        Path history = settings.journal().resolve(RentalResult.HISTORY);
        if (Files.exists(history)) {
            try (Stream<String> lines = Files.lines(history)) {
                lines.map(CostCommand::rental)
                        .filter(rental -> rental != null && endedSince(rental, from))
                        .forEach(rental -> amounts.merge(
                                rental.path(by.member).asString("none"),
                                rental.path("cost_calculated").decimalValue(BigDecimal.ZERO),
                                BigDecimal::add));
            }
        }
        return amounts;
    }

    /** Null for a line that was not written completely. */
    private static @Nullable JsonNode rental(String line) {
        try {
            return JsonMapper.shared().readTree(line);
        } catch (JacksonException damaged) {
            return null;
        }
    }

    private static boolean endedSince(JsonNode rental, Instant from) {
        return !Instant.parse(rental.path("ended_at").asString(Instant.EPOCH.toString()))
                .isBefore(from);
    }
}
