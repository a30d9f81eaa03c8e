package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds an available GPU model at an accepted price. It tries the next model only if a create request was rejected because of
 * missing capacity: any other error would occur again.
 */
final class GpuModelFallback {

    private final GpuCloudClient client;
    private final RentalPlan plan;
    private final Stopwatch stopwatch;
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private @Nullable GpuCloudException rejection;

    GpuModelFallback(GpuCloudClient client, RentalPlan plan, Stopwatch stopwatch) {
        this.client = client;
        this.plan = plan;
        this.stopwatch = stopwatch;
    }

    /**
     * Tries one model after the other.
     *
     * @throws NoMatchingGpuException if no model is available
     */
    <T> T createFirstAvailable(Function<InstanceRequest, T> create) {
        NoCapacityPolicy policy = plan.onNoCapacity();
        Duration end = stopwatch.elapsed().plus(policy.retryFor());
        while (true) {
            Optional<T> created = tryModels(create);
            if (created.isPresent()) {
                return created.get();
            }
            Duration pause = policy.pause(ThreadLocalRandom.current());
            Duration next = stopwatch.elapsed().plus(pause);
            boolean tooLate = next.compareTo(end) > 0 || next.compareTo(plan.deadline()) >= 0;
            if (policy.retryFor().isZero() || tooLate) {
                throw none("no GPU is free");
            }
            sleep(pause);
        }
    }

    private <T> Optional<T> tryModels(Function<InstanceRequest, T> create) {
        List<String> models = models();
        if (models.isEmpty()) {
            throw none(plan.maxHourlyPrice() == null ? "no GPU model is listed" : "no GPU model fits the price");
        }
        for (String gpuUuid : plan.onNoCapacity().nextModel() ? models : models.subList(0, 1)) {
            if (stopwatch.hasReached(plan.deadline())) {
                throw none("the deadline is over");
            }
            try {
                return Optional.of(create.apply(InstanceRequest.of(plan, gpuUuid)));
            } catch (GpuCloudException failure) {
                if (!isNoCapacity(failure)) {
                    throw failure;
                }
                rejection = failure;
                reasons.put(gpuUuid, failure.serverMessage().orElse("not free"));
            }
        }
        return Optional.empty();
    }

    private boolean isNoCapacity(GpuCloudException failure) {
        // The exception class is not enough: the create request may have taken effect.
        return failure instanceof NoCapacityException && !failure.mayHaveTakenEffect();
    }

    /** The models to try, in order. If the plan limits the price, only the models that are cheap enough now. */
    private List<String> models() {
        BigDecimal limit = plan.maxHourlyPrice();
        if (limit == null) {
            return plan.gpuUuids().isEmpty() ? PriceList.ofGpus(client).cheapestFirst() : plan.gpuUuids();
        }
        String podUuid = podUuid();
        PriceList prices = podUuid == null ? PriceList.ofGpus(client) : PriceList.ofGpusAndPods(client);
        List<String> fitting = new ArrayList<>();
        for (String gpuUuid : plan.gpuUuids().isEmpty() ? prices.cheapestFirst() : plan.gpuUuids()) {
            Optional<BigDecimal> price = prices.hourly(gpuUuid, plan.gpuCount(), podUuid);
            if (price.filter(hourly -> hourly.compareTo(limit) <= 0).isPresent()) {
                fitting.add(gpuUuid);
            } else {
                reasons.put(gpuUuid, price.map(hourly -> hourly + " an hour").orElse("price not listed"));
            }
        }
        return fitting;
    }

    /** The pod whose price may be billed. A private image was saved from an instance of a pod. */
    private @Nullable String podUuid() {
        return plan.podUuid() != null
                ? plan.podUuid()
                : PriceList.podsOfImages(client).get(plan.imageUuid());
    }

    private void sleep(Duration pause) {
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw none("interrupted");
        }
    }

    private NoMatchingGpuException none(String summary) {
        FailureDetails facts =
                rejection == null ? FailureDetails.of(InstanceRequest.operation(plan.podUuid())) : rejection.failure();
        return new NoMatchingGpuException(summary, reasons, facts, rejection);
    }
}
