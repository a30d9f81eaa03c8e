package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that rent or destroy. */
final class LeaseSettings {

    @Option(names = "--owner", paramLabel = "NAME", defaultValue = "${env:GPU_CLOUD_OWNER:-gpu-cloud}")
    private String owner = "gpu-cloud";

    @Option(names = "--sole-user", defaultValue = "${env:GPU_CLOUD_SOLE_USER:-false}")
    private boolean soleUser;

    @Option(names = "--owner-titles", defaultValue = "${env:GPU_CLOUD_OWNER_TITLES:-false}")
    private boolean ownerTitles;

    @Option(names = "--window", paramLabel = "TIME", defaultValue = "${env:GPU_CLOUD_WINDOW:-2m}")
    private Duration window = Duration.ofMinutes(2);

    @Option(names = "--poll", paramLabel = "TIME", defaultValue = "${env:GPU_CLOUD_POLL:-5s}")
    private Duration poll = Duration.ofSeconds(5);

    @Option(names = "--limit", paramLabel = "AMOUNT/TIME", defaultValue = "${env:GPU_CLOUD_LIMIT}")
    private @Nullable SpendingLimit limit;

    @Option(names = "--max-open", paramLabel = "N", defaultValue = "${env:GPU_CLOUD_MAX_OPEN}")
    private @Nullable Integer maxOpen;

    @Option(names = "--max-hourly", paramLabel = "AMOUNT", defaultValue = "${env:GPU_CLOUD_MAX_HOURLY}")
    private @Nullable BigDecimal maxHourly;

    /** Leases with a journal. They recover nothing by themselves: that is a command. */
    Leases open(GpuCloudClient client, ServiceCommand host) {
        try {
            return Leases.of(client, options(client, host).recoverOnStart(false).build());
        } catch (IllegalArgumentException | LeaseJournalException wrong) {
            throw UsageException.of(wrong);
        }
    }

    LeaseOptions.Builder options(GpuCloudClient client, ServiceCommand host) {
        Instant began = client.timer().now();
        try {
            LeaseOptions.Builder options = LeaseOptions.builder()
                    .owner(owner)
                    .soleUser(soleUser)
                    .ownerTitles(ownerTitles)
                    .window(window)
                    .interval(poll)
                    .journal(host.settings.journal())
                    .listener(event -> report(event, began, host));
            Optional.ofNullable(limit).ifPresent(given -> options.spendingLimit(given.amount(), given.window()));
            Optional.ofNullable(maxOpen).ifPresent(options::maxOpenLeases);
            Optional.ofNullable(maxHourly).ifPresent(options::maxHourlyCost);
            return options;
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }

    /** The client itself logs what goes wrong. */
    private static void report(LeaseEvent event, Instant began, ServiceCommand host) {
        String state = switch (event.type()) {
            case CREATING -> "creating";
            case BOOTING -> "booting";
            case ENDING -> "destroying";
            default -> null;
        };
        if (state != null) {
            host.progress(Duration.between(began, event.at()), state, event.instanceUuid());
        }
    }
}
