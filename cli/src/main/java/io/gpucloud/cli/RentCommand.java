package io.gpucloud.cli;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rents an instance for a command. */
@Command(name = "rent")
final class RentCommand extends ServiceCommand {

    /** Either of them. */
    static final class Source {

        @Option(names = "--pod", paramLabel = "UUID")
        private @Nullable String pod;

        @Option(names = "--image", paramLabel = "UUID")
        private @Nullable String image;
    }

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    @Option(names = "--pod-tag", paramLabel = "TAG")
    private @Nullable String podTag;

    @Option(names = "--gpu", paramLabel = "UUID")
    private List<String> gpu = List.of();

    @Option(names = "--gpus", paramLabel = "N", defaultValue = "1")
    private int gpus = 1;

    @Option(names = "--max-price", paramLabel = "PRICE")
    private @Nullable BigDecimal maxPrice;

    @Option(names = "--for", required = true, paramLabel = "TIME")
    private Duration lifetime = Duration.ZERO;

    @Option(names = "--renew", paramLabel = "TIME")
    private @Nullable Duration renew;

    @Option(names = "--wait", paramLabel = "TIME")
    private @Nullable Duration wait;

    @Option(names = "--boot-timeout", paramLabel = "TIME")
    private @Nullable Duration bootTimeout;

    @Option(names = "--title", paramLabel = "TEXT")
    private @Nullable String title;

    @Option(names = "--tag", paramLabel = "TEXT")
    private @Nullable String tag;

    @Option(names = "--keep")
    private boolean keep;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Mixin
    private LeasedCommand command = new LeasedCommand();

    @Override
    int run(GpuCloudClient client) throws Exception {
        if (keep != command.isMissing()) {
            throw new UsageException(
                    keep
                            ? "--keep and a command exclude each other: the instance of a command is destroyed"
                            : "a command is missing, after --. To leave the instance to you, at its full price: --keep");
        }
        if (keep && renew != null) {
            throw new UsageException("--keep and --renew exclude each other: nothing would renew the timer");
        }
        RentalPlan plan = plan();
        Leases leases = leasing.open(client, this);
        LeasedCommand.Rental rental = () -> {
            if (wait == null) {
                // Otherwise the rental would wait for a service that does not respond.
                client.gpus().list();
            }
            return leases.rentAsync(plan);
        };
        return keep ? keep(leases, rental) : command.run(this, client, leases, rental);
    }

    private RentalPlan plan() {
        try {
            RentalPlan.Builder plan = RentalPlan.builder()
                    .maxLifetime(lifetime)
                    .renewTimerEvery(renew)
                    .gpuCount(gpus)
                    .gpus(gpu.toArray(String[]::new));
            Optional.ofNullable(source.pod).ifPresent(plan::podUuid);
            Optional.ofNullable(source.image).ifPresent(plan::imageUuid);
            Optional.ofNullable(podTag).ifPresent(plan::podTag);
            Optional.ofNullable(maxPrice).ifPresent(plan::maxHourlyPrice);
            Optional.ofNullable(bootTimeout).ifPresent(plan::bootTimeout);
            Optional.ofNullable(title).ifPresent(plan::title);
            Optional.ofNullable(tag).ifPresent(plan::tag);
            if (wait != null) {
                plan.createTimeout(wait).onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY);
            }
            return plan.build();
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }

    private int keep(Leases leases, LeasedCommand.Rental rental) throws Exception {
        try (Signals signals = new Signals(Duration.ZERO);
                leases) {
            signals.handle();
            InstanceLease lease = LeasedCommand.await(this, leases, rental.start());
            BigDecimal perHour = leases.statistics().perHourAtMost();
            Instance kept = lease.keep();
            print(new Document()
                    .with("instance_uuid", kept.instanceUuid())
                    .with("server_urls", kept.serverUrls())
                    .with("price_per_hour", perHour)
                    .with("timer_ends_at", lease.endsAt())
                    .with("timer_verified", lease.timerVerified())
                    .with("destroy_with", "gpu-cloud destroy " + kept.instanceUuid()));
            if (Output.isLost(out())) {
                err().println("gpu-cloud: the output cannot be written. Instance " + kept.instanceUuid() + " is kept");
                return ExitStatus.LEFT;
            }
        }
        return ExitStatus.OK;
    }
}
