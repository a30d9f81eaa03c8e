package io.gpucloud.cli.account;

import io.gpucloud.client.lease.SweepCriteria;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that say which instances a sweep finds. */
public final class SweepSettings {

    @Option(names = "--older-than", paramLabel = "TIME", defaultValue = "6h")
    private Duration olderThan = Duration.ofHours(6);

    @Option(names = "--include-timed")
    private boolean timed;

    @Option(names = "--include-other-owners")
    private boolean otherOwners;

    public SweepCriteria criteria() {
        return new SweepCriteria(olderThan, any -> true, timed, otherOwners);
    }
}
