package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of all commands that rent or destroy. */
final class LeaseSettings {

    @Option(
            names = "--owner",
            paramLabel = "NAME",
            defaultValue = "${env:GPU_CLOUD_OWNER:-gpu-cloud}",
            description = "Begins the title of each instance; sweep finds instances by it. Default: ${DEFAULT-VALUE}. "
                    + "Also: $$GPU_CLOUD_OWNER")
    private String owner = "gpu-cloud";

    @Option(
            names = "--sole-user",
            defaultValue = "${env:GPU_CLOUD_SOLE_USER:-false}",
            description =
                    "Nothing else creates instances in this account at the same time: no other program, no person. "
                            + "Then an instance whose create response was lost is found and used. If that is wrong, an instance of "
                            + "somebody else may be destroyed. Also: $$GPU_CLOUD_SOLE_USER")
    private boolean soleUser;

    @Option(
            names = "--owner-titles",
            defaultValue = "${env:GPU_CLOUD_OWNER_TITLES:-false}",
            description =
                    "Every program and person in this account rents with this option. Then a lost create response "
                            + "does not end the rental. Also: $$GPU_CLOUD_OWNER_TITLES")
    private boolean ownerTitles;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "${env:GPU_CLOUD_WINDOW:-2m}",
            description =
                    "How late the service may list a new instance. Default: ${DEFAULT-VALUE}. Also: $$GPU_CLOUD_WINDOW")
    private Duration window = Duration.ofMinutes(2);

    @Option(
            names = "--poll",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "${env:GPU_CLOUD_POLL:-5s}",
            description = "Pause between two looks at the instances. Default: ${DEFAULT-VALUE}. Also: $$GPU_CLOUD_POLL")
    private Duration poll = Duration.ofSeconds(5);

    /** Leases with a journal. They recover nothing by themselves: that is a command. */
    Leases open(GpuCloudClient client, Settings settings) {
        try {
            LeaseOptions options = LeaseOptions.builder()
                    .owner(owner)
                    .soleUser(soleUser)
                    .ownerTitles(ownerTitles)
                    .window(window)
                    .interval(poll)
                    .journal(settings.journal())
                    .recoverOnStart(false)
                    .build();
            return Leases.of(client, options);
        } catch (IllegalArgumentException | LeaseJournalException wrong) {
            throw UsageException.of(wrong);
        }
    }
}
