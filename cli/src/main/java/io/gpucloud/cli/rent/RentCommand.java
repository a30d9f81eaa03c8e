package io.gpucloud.cli.rent;

import io.gpucloud.cli.account.GpusCommand;
import io.gpucloud.cli.command.LeaseSettings;
import io.gpucloud.cli.command.ServiceCommand;
import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Output;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.Spending;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.model.PrivateImage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rents an instance for a command. */
@Command(name = "rent")
public final class RentCommand extends ServiceCommand {

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

    @Option(names = "--dry-run")
    private boolean dryRun;

    @Mixin
    private LeaseSettings leasing = new LeaseSettings();

    @Mixin
    private LeasedCommand command = new LeasedCommand();

    @Override
    protected int run(GpuCloudClient client) throws Exception {
        if (keep && !command.isMissing()) {
            throw new UsageException("--keep and a command exclude each other: the instance of a command is destroyed");
        }
        if (!keep && !dryRun && command.isMissing()) {
            throw new UsageException(
                    "a command is missing, after --. To leave the instance to you, at its full price: --keep");
        }
        if (command.isMissing()) {
            command.rejectOptions();
        }
        if (keep && renew != null) {
            throw new UsageException("--keep and --renew exclude each other: nothing would renew the timer");
        }
        RentalPlan plan = plan();
        if (dryRun) {
            try (Leases leases = leasing.open(client, this)) {
                print(preview(client, leases.statistics().spending()));
            }
            return ExitStatus.OK;
        }
        return keep ? keep(client, plan) : command.run(this, client, leasing, new Rental(client, plan));
    }

    /** The rental that would begin now: the first model in the order of the rental that is available at its price. */
    private Document preview(GpuCloudClient client, @Nullable Spending spending) {
        BigDecimal pod = podPrice(client);
        GpuModel model = client.gpus().list().stream()
                .filter(each -> gpu.isEmpty() || gpu.contains(each.gpuUuid()))
                .filter(each -> each.status() != null && each.status().isAvailable())
                .filter(each -> GpusCommand.atMost(atMost(each, pod), maxPrice))
                .min(
                        gpu.isEmpty()
                                ? Comparator.comparing(
                                        each -> hour(each.price()), Comparator.nullsLast(Comparator.naturalOrder()))
                                : Comparator.comparing(each -> gpu.indexOf(each.gpuUuid())))
                .orElseThrow(() -> new NoMatchingGpuException(
                        "no GPU model is available" + (maxPrice == null ? "" : " for --max-price " + Text.of(maxPrice)),
                        Map.of(),
                        FailureDetails.of(ApiOperation.LIST_GPUS),
                        null));
        BigDecimal listed = hour(model.price());
        return new Document()
                .with("pod_uuid", source.pod)
                .with("image_uuid", source.image)
                .with("gpu_uuid", model.gpuUuid())
                .with("gpu_count", gpus)
                .with("price_per_hour", listed == null ? null : listed.multiply(BigDecimal.valueOf(gpus)))
                .with("at_most_per_hour", atMost(model, pod))
                .with("for", lifetime)
                .with("limit", spending == null ? null : spending.limit())
                .with("spent", spending == null ? null : spending.spent())
                .with("reserved", spending == null ? null : spending.reserved());
    }

    /** Of the pod, or of that of a private image; zero for other images, null if it is not listed. */
    private @Nullable BigDecimal podPrice(GpuCloudClient client) {
        String uuid = source.pod != null
                ? source.pod
                : client.images().privateImages().stream()
                        .filter(image -> image.uuid().equals(source.image))
                        .map(PrivateImage::podUuid)
                        .filter(pod -> pod != null && !pod.isBlank())
                        .findFirst()
                        .orElse(null);
        if (uuid == null) {
            return BigDecimal.ZERO;
        }
        List<Pod> pods = client.pods().list().stream().toList();
        Optional<Pod> pod =
                pods.stream().filter(each -> each.uuid().equals(uuid)).findFirst();
        if (source.pod != null && pod.isEmpty()) {
            throw noPod(source.pod, pods);
        }
        return pod.map(Pod::price).map(RentCommand::hour).orElse(null);
    }

    private @Nullable BigDecimal atMost(GpuModel model, @Nullable BigDecimal pod) {
        return GpusCommand.atMostPerHour(hour(model.price()), gpus, pod);
    }

    private static @Nullable BigDecimal hour(@Nullable Price price) {
        return GpusCommand.price(price, Price::hour);
    }

    /** The rental of a plan. */
    private final class Rental implements LeasedCommand.Rental {

        private final GpuCloudClient client;
        private final RentalPlan plan;

        Rental(GpuCloudClient client, RentalPlan plan) {
            this.client = client;
            this.plan = plan;
        }

        @Override
        public CompletableFuture<InstanceLease> start(Leases leases) {
            if (wait == null) {
                // Otherwise the rental would wait for a service that does not respond.
                client.gpus().list();
            }
            if (leasing.recoverOtherHosts) {
                leases.recover(found -> RecoveryDecision.DESTROY).left().forEach(RentCommand.this::report);
            }
            leasing.skipped(leases, RentCommand.this);
            leasing.progress().begins(plan, Objects.requireNonNullElse(wait, Duration.ZERO));
            return leases.rentAsync(plan);
        }

        /** A pod that is not listed has no price, or cannot be created. */
        @Override
        public Exception explain(Exception failure) {
            boolean rejected = failure instanceof NoMatchingGpuException
                    || failure instanceof OperationFailedException
                    || failure instanceof BadRequestException;
            if (source.pod == null || !rejected || !ExitStatus.Left.by(failure).isNothing()) {
                return failure;
            }
            List<Pod> pods = client.pods().list().stream().toList();
            boolean listed = pods.stream().map(Pod::uuid).anyMatch(source.pod::equals);
            return listed ? failure : noPod(source.pod, pods);
        }
    }

    private static UsageException noPod(String wanted, List<Pod> pods) {
        String near = pods.stream()
                .map(Pod::uuid)
                .filter(pod -> pod.contains(wanted))
                .findFirst()
                .map(pod -> ". Did you mean " + pod + "?")
                .orElse(".");
        return new UsageException(
                "no pod " + Text.printable(wanted) + " is listed" + near + " See all with: gpu-cloud pods");
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
            // The data is in the journal, from which costs by title are calculated.
            Optional.ofNullable(title).ifPresent(text -> plan.title(text).data(Map.of(CostCommand.TITLE, text)));
            Optional.ofNullable(tag).ifPresent(plan::tag);
            if (wait != null) {
                plan.createTimeout(wait).onNoCapacity(NoCapacityPolicy.WAIT_FOR_CAPACITY);
            }
            return plan.build();
        } catch (IllegalArgumentException wrong) {
            throw UsageException.of(wrong);
        }
    }

    private int keep(GpuCloudClient client, RentalPlan plan) throws Exception {
        Rental rental = new Rental(client, plan);
        try (Signals signals = new Signals(Duration.ZERO);
                Leases leases = leasing.open(client, this)) {
            signals.handle();
            InstanceLease lease;
            try {
                lease = leasing.progress().during(() -> LeasedCommand.await(rental.start(leases)));
            } catch (Exception failure) {
                Exception explained = signals.explain(rental.explain(failure));
                report(explained);
                return signals.exitStatus(explained);
            }
            LeaseStatistics prices = leases.statistics();
            Instance kept = lease.keep();
            print(new Document()
                    .with("instance_uuid", kept.instanceUuid())
                    .with("title", kept.title())
                    .with("tag", lease.tag())
                    .with("gpu_name", kept.gpuName())
                    .with("gpu_count", kept.gpuCount())
                    .with("server_urls", kept.serverUrls())
                    .with("price_per_hour", prices.perHourBilled())
                    .with("at_most_per_hour", prices.perHourAtMost())
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
