package io.gpucloud.cli.rent;

import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Column;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalCost;
import io.gpucloud.client.model.Bill;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the bills per day, or the calculated cost of the rentals of this program. */
@Command(name = "cost")
public final class CostCommand extends ServiceCommand {

    /** The data of a rental with its title. */
    static final String TITLE = "title";

    /** The journal erases ended rentals after this time. */
    private static final Duration LONGEST = Duration.ofDays(30);

    /** The subject of a line of the result. */
    enum By {
        DAY,
        TITLE,
        TAG,
        GPU
    }

    private static final List<Column<Map.Entry<String, BigDecimal>>> COLUMNS =
            List.of(Column.of("amount", Map.Entry::getValue), Column.of("name", Map.Entry::getKey));

    @Option(names = "--since", paramLabel = "TIME", defaultValue = "7d")
    private Duration since = Duration.ofDays(7);

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "day")
    private By by = By.DAY;

    @Override
    protected int run(GpuCloudClient client) {
        Instant from = client.timer().now().minus(since);
        List<String> unpriced = new ArrayList<>();
        Map<String, BigDecimal> amounts = by == By.DAY ? billed(client, from) : calculated(client, from, unpriced);
        Document document = new Document()
                .with("since", from)
                .with("time_zone", ZoneId.systemDefault().getId())
                .with("source", by == By.DAY ? "bills of the service" : "calculated from the rentals in the journal")
                .with("total", amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add));
        if (!unpriced.isEmpty()) {
            document.with("without_price", unpriced);
        }
        print(document.list("amounts", List.copyOf(amounts.entrySet()), COLUMNS));
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

    /** {@code unpriced}: gets the instances whose price is not known. */
    private Map<String, BigDecimal> calculated(GpuCloudClient client, Instant from, List<String> unpriced) {
        if (since.compareTo(LONGEST) > 0) {
            throw new UsageException("the journal has the rentals of the last 30 days: --since must not be longer");
        }
        Map<String, String> gpus = new HashMap<>();
        if (by == By.GPU) {
            client.gpus().list().forEach(gpu -> gpus.put(gpu.gpuUuid(), Text.of(gpu.gpuName())));
        }
        Map<String, BigDecimal> amounts = new TreeMap<>();
        for (RentalCost rental : rentals(client, from)) {
            String gpu = Objects.requireNonNullElse(rental.gpuUuid(), "none");
            String name = switch (by) {
                case TITLE -> rental.data().get(TITLE);
                case GPU -> gpus.getOrDefault(gpu, gpu);
                default -> rental.tag();
            };
            Optional<BigDecimal> amount = rental.cost().atMost();
            amounts.merge(Objects.requireNonNullElse(name, "none"), amount.orElse(BigDecimal.ZERO), BigDecimal::add);
            if (amount.isEmpty()) {
                unpriced.add(rental.instanceUuid());
            }
        }
        return amounts;
    }

    /** Also those of agents, which have a journal of their own. */
    private List<RentalCost> rentals(GpuCloudClient client, Instant from) {
        List<RentalCost> rentals = new ArrayList<>();
        for (Path folder : List.of(settings.journal(client), settings.journalOfAgents(client))) {
            if (Files.isDirectory(folder)) {
                try (Leases leases = Leases.of(client, reading(folder))) {
                    rentals.addAll(leases.costs(from));
                } catch (LeaseJournalException unreadable) {
                    throw UsageException.of(unreadable);
                }
            }
        }
        return rentals;
    }

    private static LeaseOptions reading(Path folder) {
        return LeaseOptions.builder()
                .owner("gpu-cloud")
                .journal(folder)
                .recoverOnStart(false)
                .closeOnExit(false)
                .build();
    }
}
