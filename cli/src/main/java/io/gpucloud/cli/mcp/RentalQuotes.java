package io.gpucloud.cli.mcp;

import io.gpucloud.cli.output.Document;
import io.gpucloud.cli.output.Text;
import io.gpucloud.cli.output.UsageException;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.Spending;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.Price;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.HourlyPrice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The quotes that can be rented. A quote is a plan, and its tag is the identifier. It is only in memory until it is
 * rented: those of an earlier server have to be asked for again.
 */
final class RentalQuotes {

    /** The members of the data of a plan. An extension changes the minutes. */
    static final String PURPOSE = "purpose";

    static final String MINUTES = "minutes";

    static final Duration VALID = Duration.ofMinutes(10);
    /** As the input schema says. */
    static final Duration SHORTEST = Duration.ofMinutes(10);

    /** As the input schema says. It is noticed within a quarter of that time. */
    static final Duration SHORTEST_IDLE = Duration.ofMinutes(5);

    /** The input schema cannot list them: some models reject an enumeration of integers. */
    private static final Set<Integer> GPU_COUNTS = Set.of(1, 2, 4, 8);

    /** So soon after a killed server does the service shut an instance down, plus 7 minutes. */
    private static final Duration RENEWAL = Duration.ofMinutes(5);

    private static final BigDecimal SECONDS_PER_HOUR = BigDecimal.valueOf(3600);
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

    private final SecureRandom random = new SecureRandom();
    private final GpuCloudClient client;
    private final Leases leases;
    private final LeaseOptions options;
    private final Duration maxLifetime;
    private final @Nullable Duration maxIdle;
    private final @Nullable BigDecimal askAbove;
    private final Map<String, Offer> quotes = new BoundedMap<>();

    /**
     * A quote.
     *
     * @param costAtMost what the rental reserves of the spending limit
     * @param validUntil until when it can be rented for the first time
     * @param what GPUs and software in words for a person
     */
    private record Offer(RentalPlan plan, BigDecimal costAtMost, Instant validUntil, String what) {}

    /** A longer time of a rental, within the limits. */
    record Extension(String quoteId, BigDecimal pricePerHour, Duration before, Duration after) {}

    /**
     * The software of an instance.
     *
     * @param pod the pod whose price may be billed; null for an image that was not saved from an instance of a pod
     */
    private record Software(@Nullable Pod pod, String what) {}

    /**
     * @param maxIdle also the idle timeout of a quote that asks for none; null for none
     * @param askAbove the cost above which a person has to agree; null for any
     */
    RentalQuotes(
            GpuCloudClient client,
            Leases leases,
            LeaseOptions options,
            Duration maxLifetime,
            @Nullable Duration maxIdle,
            @Nullable BigDecimal askAbove) {
        this.client = client;
        this.leases = leases;
        this.options = options;
        this.maxLifetime = maxLifetime;
        this.maxIdle = maxIdle;
        this.askAbove = askAbove;
    }

    /** Returns a quote that can be rented for the first time. */
    RentalPlan plan(String quoteId) {
        return offer(quoteId).plan();
    }

    /** The data of a plan; empty if its quote is not known. */
    synchronized Map<String, String> data(String quoteId) {
        Offer offer = quotes.get(quoteId);
        return offer == null ? Map.of() : offer.plan().data();
    }

    private synchronized Offer offer(String quoteId) {
        Offer offer = quotes.get(quoteId);
        if (offer == null || isOver(offer)) {
            throw new UsageException("quote " + quoteId + " is not known or no longer valid. "
                    + "Nothing was created now. Ask for a new quote");
        }
        return offer;
    }

    private boolean isOver(Offer offer) {
        return offer.validUntil().isBefore(client.timer().now());
    }

    private boolean asks(BigDecimal cost) {
        return askAbove != null && cost.compareTo(askAbove) > 0;
    }

    /**
     * The question for the person who has to agree; empty if none has to. Price, limit and time come first, in words of
     * this program, so that no name can pretend to be another price. The agent chooses the rest only from the catalogue
     * of the service.
     */
    Optional<String> question(String quoteId) {
        Offer offer = offer(quoteId);
        return asks(offer.costAtMost())
                ? Optional.of("It costs at most " + Text.of(offer.costAtMost()) + " (at most "
                        + Text.of(Objects.requireNonNull(offer.plan().maxHourlyPrice())) + " per hour), of the "
                        + Text.of(left().spending()) + " that may still be spent, and ends after "
                        + Text.duration(offer.plan().maxLifetime()) + ". Rent " + offer.what() + "?")
                : Optional.empty();
    }

    Document create(AgentTool.Call call) {
        Duration lifetime = lifetime(call);
        int gpuCount = call.number("gpu_count", 1);
        if (!GPU_COUNTS.contains(gpuCount)) {
            throw new UsageException("gpu_count must be 1, 2, 4 or 8, not " + gpuCount);
        }
        Software software = software(call);
        Pod pod = software.pod();
        GpuModel gpu = gpu(call.text("gpu_uuid"), gpuCount, pod);
        BigDecimal gpuPrice = listed(gpu.price(), "GPU model " + gpu.gpuUuid());
        BigDecimal perHour = HourlyPrice.largest(
                gpuPrice, gpuCount, pod == null ? BigDecimal.ZERO : listed(pod.price(), "pod " + pod.uuid()));
        Duration idleTimeout = idleTimeout(call);
        String quoteId = newId();
        RentalPlan.Builder plan = RentalPlan.builder()
                .gpus(gpu.gpuUuid())
                .gpuCount(gpuCount)
                .maxHourlyPrice(perHour)
                .maxLifetime(lifetime)
                .renewTimerEvery(RENEWAL)
                .idleTimeout(idleTimeout)
                .tag(quoteId);
        BigDecimal cost = costAtMost(perHour, lifetime);
        String what = what(gpuCount, gpu) + " with " + software.what();
        Instant validUntil = client.timer().now().plus(VALID);
        Offer offer = new Offer(withWishes(plan, call, lifetime), cost, validUntil, what);
        Map<String, Object> after = limitsAfter(perHour, cost);
        synchronized (this) {
            quotes.values().removeIf(this::isOver);
            quotes.put(quoteId, offer);
        }
        return new Document()
                .with("quote_id", quoteId)
                .with("gpu_uuid", gpu.gpuUuid())
                .with("gpu_count", gpuCount)
                .with("minutes", lifetime.toMinutes())
                .with("idle_minutes", idleTimeout == null ? null : idleTimeout.toMinutes())
                .with("price_per_hour", gpuPrice.multiply(BigDecimal.valueOf(gpuCount)))
                .with("at_most_per_hour", perHour)
                .with("cost_at_most", cost)
                .with("limits_after", after)
                .with("asks_a_person", asks(cost))
                .with("valid_until", validUntil);
    }

    /** Adds the choices of the agent. The rejection of a wrong one has the names of the arguments. */
    private static RentalPlan withWishes(RentalPlan.Builder plan, AgentTool.Call call, Duration lifetime) {
        Map<String, String> data = new HashMap<>();
        data.put(MINUTES, String.valueOf(lifetime.toMinutes()));
        Optional<String> purpose = Optional.ofNullable(call.text(PURPOSE));
        purpose.ifPresent(words -> data.put(PURPOSE, words));
        try {
            Optional.ofNullable(call.text("pod_uuid")).ifPresent(plan::podUuid);
            Optional.ofNullable(call.text("pod_tag")).ifPresent(plan::podTag);
            Optional.ofNullable(call.text("image_uuid")).ifPresent(plan::imageUuid);
            return plan.title(purpose.orElse("agent")).data(data).build();
        } catch (IllegalArgumentException invalid) {
            String message = String.valueOf(invalid.getMessage());
            throw new UsageException(
                    message.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT));
        }
    }

    private Duration lifetime(AgentTool.Call call) {
        Duration lifetime = Duration.ofMinutes(call.number("minutes", 0));
        if (lifetime.compareTo(maxLifetime) > 0) {
            throw new UsageException("a rental may last at most " + maxLifetime.toMinutes() + " minutes, not "
                    + lifetime.toMinutes() + ": the operator's --max-lifetime");
        }
        return lifetime;
    }

    /** How long a rental lasts in all. */
    static Duration lifetime(InstanceLease rental) {
        return Duration.ofMinutes(Long.parseLong(rental.data().getOrDefault(MINUTES, "0")));
    }

    /** The lifetime that an agent asks for; empty if it is not longer. */
    Optional<Extension> extension(InstanceLease rental, AgentTool.Call call) {
        Duration lifetime = lifetime(call);
        Extension longer = new Extension(
                String.valueOf(rental.tag()),
                Objects.requireNonNull(rental.cost().perHourAtMost()),
                lifetime(rental),
                lifetime);
        if (lifetime.compareTo(longer.before()) <= 0) {
            return Optional.empty();
        }
        requireSpending(costAfter(longer).subtract(costBefore(longer)), longer.pricePerHour(), longer.before());
        return Optional.of(longer);
    }

    private BigDecimal costBefore(Extension longer) {
        return costAtMost(longer.pricePerHour(), longer.before());
    }

    private BigDecimal costAfter(Extension longer) {
        return costAtMost(longer.pricePerHour(), longer.after());
    }

    /** The question for the person who has to agree to a longer lifetime; empty if none has to. */
    Optional<String> question(Extension longer) {
        return asks(costAfter(longer))
                ? Optional.of("It costs at most " + Text.of(costAfter(longer)) + " instead of "
                        + Text.of(costBefore(longer)) + ", and ends after " + Text.duration(longer.after())
                        + " instead of " + Text.duration(longer.before()) + ". Extend the rental " + longer.quoteId()
                        + "?")
                : Optional.empty();
    }

    private @Nullable Duration idleTimeout(AgentTool.Call call) {
        int minutes = call.number("idle_minutes", 0);
        if (minutes == 0) {
            return maxIdle;
        }
        Duration wanted = Duration.ofMinutes(minutes);
        if (maxIdle != null && wanted.compareTo(maxIdle) > 0) {
            throw new UsageException("a rental may be idle for at most " + maxIdle.toMinutes() + " minutes, not "
                    + minutes + ": the operator's --max-idle");
        }
        return wanted;
    }

    /** As much as a lease reserves: the service may begin to bill early, and its timer may be late. */
    private BigDecimal costAtMost(BigDecimal perHour, Duration lifetime) {
        return perHour.multiply(seconds(lifetime.plus(beyondLifetime()))).divide(SECONDS_PER_HOUR, 2, RoundingMode.UP);
    }

    private Duration beyondLifetime() {
        return options.window().plus(options.clockTolerance());
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toSeconds());
    }

    private static String what(int gpuCount, GpuModel gpu) {
        return gpuCount + " x GPU " + ToolContent.quoted(gpu.gpuName()) + " (" + ToolContent.quoted(gpu.gpuUuid())
                + ")";
    }

    private Software software(AgentTool.Call call) {
        String podUuid = call.text("pod_uuid");
        String imageUuid = call.text("image_uuid");
        if (podUuid != null && imageUuid == null) {
            return ofPod(pod(podUuid), call.text("pod_tag"));
        }
        if (imageUuid != null && podUuid == null) {
            return ofImage(imageUuid);
        }
        throw new UsageException("give exactly one of pod_uuid and image_uuid");
    }

    private Pod pod(String uuid) {
        return client.pods().list().stream()
                .filter(pod -> pod.uuid().equals(uuid))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no pod " + uuid + ": see list_pods"));
    }

    private static Software ofPod(Pod pod, @Nullable String tag) {
        String name = "pod " + ToolContent.quoted(pod.title()) + " (" + ToolContent.quoted(pod.uuid()) + ")";
        if (tag == null) {
            return new Software(pod, name);
        }
        if (tag.isBlank()) {
            throw new UsageException("pod_tag must not be blank");
        }
        if (pod.podTag() == null || !pod.podTag().contains(tag)) {
            throw new UsageException("pod " + pod.uuid() + " has no version " + tag + ": see list_pods");
        }
        return new Software(pod, name + ", version " + ToolContent.quoted(tag));
    }

    private Software ofImage(String uuid) {
        for (PrivateImage image : client.images().privateImages()) {
            if (image.uuid().equals(uuid)) {
                String podUuid = image.podUuid();
                return new Software(
                        podUuid == null ? null : pod(podUuid),
                        "image " + ToolContent.quoted(image.title()) + " (" + ToolContent.quoted(uuid) + ")");
            }
        }
        if (client.images().market().stream().noneMatch(image -> image.uuid().equals(uuid))) {
            throw new UsageException("there is no image " + uuid + ": see list_images");
        }
        return new Software(null, "image " + ToolContent.quoted(uuid) + " of the market");
    }

    private GpuModel gpu(@Nullable String gpuUuid, int gpuCount, @Nullable Pod pod) {
        if (gpuUuid == null) {
            return client.gpus().cheapestAvailable(Objects.requireNonNull(options.maxHourlyCost()), gpuCount, pod);
        }
        return client.gpus().list().stream()
                .filter(gpu -> gpu.gpuUuid().equals(gpuUuid))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no GPU model " + gpuUuid + ": see list_gpus"));
    }

    private static BigDecimal listed(@Nullable Price price, String what) {
        BigDecimal hour = price == null ? null : price.hour();
        if (hour == null) {
            throw new UsageException("the service lists no hourly price of " + what + ", so its cost has no limit");
        }
        return hour;
    }

    private String newId() {
        StringBuilder id = new StringBuilder("quote-");
        random.ints(16, 0, ALPHABET.length()).forEach(i -> id.append(ALPHABET.charAt(i)));
        return id.toString();
    }

    /** The limits after the rental. The leases check the limits again before they send a create request. */
    private Map<String, Object> limitsAfter(BigDecimal wantedPerHour, BigDecimal cost) {
        Left left = left();
        if (left.open() < 1) {
            throw new UsageException("the operator's --max-open allows " + options.maxOpenLeases()
                    + " open rentals, and so many are open: end one with end_rental first (see list_rentals)");
        }
        BigDecimal perHour = left.perHour().subtract(wantedPerHour);
        if (perHour.signum() < 0) {
            throw new UsageException("the operator's --max-hourly leaves " + Text.of(left.perHour())
                    + " per hour, and this costs at most " + Text.of(wantedPerHour)
                    + " per hour: choose a cheaper GPU model or fewer GPUs, or end another rental");
        }
        BigDecimal spending = requireSpending(cost, wantedPerHour, Duration.ZERO);
        return Map.of("spending_left", spending, "per_hour_left", perHour, "open_rentals_left", left.open() - 1);
    }

    /**
     * Returns what is left of the spending limit.
     *
     * @param rented how long a rental lasts that is to be extended; zero for another
     */
    private BigDecimal requireSpending(BigDecimal cost, BigDecimal perHour, Duration rented) {
        BigDecimal left = left().spending();
        if (cost.compareTo(left) > 0) {
            long fitting = rented.plus(fitting(left, perHour, rented)).toMinutes();
            throw new UsageException("the operator's --limit leaves " + Text.of(left) + ", and this costs at most "
                    + Text.of(cost) + ": "
                    + (fitting < SHORTEST.toMinutes() || fitting <= rented.toMinutes()
                            ? "nothing fits before other rentals leave the window of the limit"
                            : "at most " + fitting + " minutes fit"));
        }
        return left.subtract(cost);
    }

    /** How long a rental may last, or an extension that is not the first part of one. */
    private Duration fitting(BigDecimal left, BigDecimal perHour, Duration rented) {
        if (left.signum() <= 0) {
            return Duration.ZERO;
        }
        Duration longest = Duration.ofSeconds(left.multiply(SECONDS_PER_HOUR)
                .divide(perHour, RoundingMode.DOWN)
                .longValue());
        return rented.isZero() ? longest.minus(beyondLifetime()) : longest;
    }

    private record Left(BigDecimal spending, BigDecimal perHour, int open) {}

    private Left left() {
        LeaseStatistics now = leases.statistics();
        Spending spending = Objects.requireNonNull(now.spending());
        return new Left(
                spending.limit().subtract(spending.spent()).subtract(spending.reserved()),
                Objects.requireNonNull(options.maxHourlyCost()).subtract(now.perHourAtMost()),
                Objects.requireNonNull(options.maxOpenLeases()) - now.open());
    }

    Map<String, Object> limits() {
        Left left = left();
        Duration window = Objects.requireNonNull(options.spendingWindow());
        Map<String, Object> limits = new LinkedHashMap<>();
        limits.put("spending", Objects.requireNonNull(options.spendingLimit()));
        limits.put("window_hours", seconds(window).divide(SECONDS_PER_HOUR, 2, RoundingMode.HALF_UP));
        limits.put("spending_left", left.spending());
        limits.put("per_hour", Objects.requireNonNull(options.maxHourlyCost()));
        limits.put("per_hour_left", left.perHour());
        limits.put("open_rentals", Objects.requireNonNull(options.maxOpenLeases()));
        limits.put("open_rentals_left", left.open());
        limits.put("lifetime_minutes", maxLifetime.toMinutes());
        return limits;
    }
}
