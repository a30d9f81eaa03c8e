package io.gpucloud.cli.command;

import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.JournalEntry;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeaseListener;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.LeaseState;
import io.gpucloud.client.lease.Leases;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands that rent or destroy. */
public final class LeaseSettings {

    @Option(names = "--owner", paramLabel = "NAME", defaultValue = "${env:GPU_CLOUD_OWNER:-gpu-cloud}")
    private String owner = "gpu-cloud";

    @Option(names = "--account-use", paramLabel = "USE", defaultValue = "${env:GPU_CLOUD_ACCOUNT_USE:-shared}")
    private AccountUse accountUse = AccountUse.SHARED;

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

    @Option(names = "--recover-other-hosts", defaultValue = "${env:GPU_CLOUD_RECOVER_OTHER_HOSTS:-false}")
    public boolean recoverOtherHosts;

    private @Nullable RentalProgress progress;

    /** Sets the limits that were not given. */
    public void limitBy(SpendingLimit spending, int open, BigDecimal hourly) {
        limit = Objects.requireNonNullElse(limit, spending);
        maxOpen = Objects.requireNonNullElse(maxOpen, open);
        maxHourly = Objects.requireNonNullElse(maxHourly, hourly);
    }

    /** Leases with a journal. They recover nothing by themselves: that is a command. */
    public Leases open(GpuCloudClient client, ServiceCommand host, LeaseListener... listeners) {
        try {
            LeaseOptions.Builder options = options(client, host).recoverOnStart(false);
            List.of(listeners).forEach(options::listener);
            return Leases.of(client, options.build());
        } catch (IllegalArgumentException | LeaseJournalException wrong) {
            throw UsageException.of(wrong);
        }
    }

    public LeaseOptions.Builder options(GpuCloudClient client, ServiceCommand host) {
        try {
            LeaseOptions.Builder options = LeaseOptions.builder()
                    .owner(owner)
                    .accountUse(accountUse)
                    .window(window)
                    .interval(poll)
                    .recoverOtherHosts(recoverOtherHosts)
                    .journal(host.settings.journal(client))
                    // A command closes its leases itself when it gets a signal.
                    .closeOnExit(false);
            Optional.ofNullable(limit).ifPresent(given -> options.spendingLimit(given.amount(), given.window()));
            Optional.ofNullable(maxOpen).ifPresent(options::maxOpenLeases);
            Optional.ofNullable(maxHourly).ifPresent(options::maxHourlyCost);
            progress = new RentalProgress(client, host.progress(), options.build());
            return options.listener(progress);
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }

    /** The entries of other hosts, which are not touched. Says what to do about them. */
    public List<JournalEntry> skipped(Leases leases, ServiceCommand host) {
        List<JournalEntry> others = leases.journal().stream()
                .filter(entry -> entry.otherHost() != null && entry.state() != LeaseState.KEPT)
                .toList();
        if (!others.isEmpty() && !recoverOtherHosts) {
            String names = others.stream()
                    .map(entry -> Objects.requireNonNullElse(entry.instanceUuid(), "a lost response") + " on "
                            + entry.otherHost())
                    .collect(Collectors.joining(", "));
            host.progress()
                    .warn("not recovered, because nothing shows that a process of another host has ended: " + names
                            + ". If all hosts see the locks of the journal, use --recover-other-hosts; if it was this"
                            + " host under another name, set GPU_CLOUD_HOST to that name");
        }
        return others;
    }

    /** The progress of the leases, as soon as their options are known. */
    public RentalProgress progress() {
        return Objects.requireNonNull(progress);
    }
}
