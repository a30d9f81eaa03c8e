package io.gpucloud.cli.account;

import io.gpucloud.cli.command.Settings;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.AccountMonitor;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The limits of a monitor. */
public final class MonitorSettings {

    @Option(names = "--warn-age", paramLabel = "TIME", defaultValue = "1d")
    private Duration age = Duration.ofDays(1);

    @Option(names = "--warn-instances", paramLabel = "N")
    private @Nullable Integer instances;

    @Option(names = "--warn-hourly", paramLabel = "AMOUNT")
    private @Nullable BigDecimal hourly;

    @Option(names = "--warn-balance", paramLabel = "TIME", defaultValue = "6h")
    private Duration balance = Duration.ofHours(6);

    /** A monitor that also reads the journal, and that of agents in its folder. */
    public AccountMonitor monitor(GpuCloudClient client, Settings settings) {
        Path journal = settings.journal(client);
        try {
            return AccountMonitor.builder(client)
                    .warnAge(age)
                    .warnInstances(instances)
                    .warnHourly(hourly)
                    .warnBalance(balance)
                    .journals(journal, journal.resolve(Settings.JOURNAL_OF_AGENTS))
                    .build();
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }
}
