package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds an available GPU model at an accepted price. It tries the next model only if a create request was rejected
 * because of missing capacity. Until the create timeout it repeats what certainly created nothing: the search for a
 * free GPU, and failed lists.
 */
final class GpuModelFallback {

    private static final Logger LOG = LoggerFactory.getLogger(GpuModelFallback.class);

    private final GpuCloudClient client;
    private final RentalPlan plan;
    private final Stopwatch stopwatch;
    private final BackOff pauses;
    private final Map<String, String> reasons = new LinkedHashMap<>();
    private @Nullable GpuCloudException rejection;

    GpuModelFallback(GpuCloudClient client, RentalPlan plan, Stopwatch stopwatch, Duration interval) {
        this.client = client;
        this.plan = plan;
        this.stopwatch = stopwatch;
        pauses = new BackOff(interval);
    }

    /**
     * Tries one model after the other.
     *
     * @throws NoMatchingGpuException if no model is available
     */
    <T> T createFirstAvailable(Function<InstanceRequest, T> create) {
        while (true) {
            GpuCloudException failure;
            Duration pause;
            try {
                Optional<T> created = tryModels(create);
                if (created.isPresent()) {
                    return created.get();
                }
                failure = none("no GPU is free", rejection);
                pause = NoCapacityPolicy.pause(ThreadLocalRandom.current());
                if (plan.onNoCapacity() != NoCapacityPolicy.WAIT_FOR_CAPACITY) {
                    throw failure;
                }
            } catch (RateLimitedException
                    | ServerException
                    | TransportException
                    | CreationOutcomeUnknownException temporary) {
                failure = temporary;
                pause = pauses.after(temporary);
                if (!mayRepeat(temporary)) {
                    throw temporary;
                }
                LOG.warn("nothing was created yet, trying again: {}", temporary.getMessage());
            }
            if (stopwatch.elapsed().plus(pause).compareTo(plan.createTimeout()) >= 0) {
                throw failure;
            }
            sleep(pause, failure);
        }
    }

    private <T> Optional<T> tryModels(Function<InstanceRequest, T> create) {
        List<String> models = models();
        if (models.isEmpty()) {
            throw none(plan.maxHourlyPrice() == null ? "no GPU model is listed" : "no GPU model fits the price", null);
        }
        boolean onlyFirst = plan.onNoCapacity() == NoCapacityPolicy.FAIL_AT_ONCE;
        for (String gpuUuid : onlyFirst ? models.subList(0, 1) : models) {
            try {
                return Optional.of(create.apply(InstanceRequest.of(plan, gpuUuid)));
            } catch (GpuCloudException failure) {
                // The exception class is not enough: the create request may have taken effect.
                if (!(failure instanceof NoCapacityException) || failure.mayHaveTakenEffect()) {
                    throw failure;
                }
                rejection = failure;
                reasons.put(gpuUuid, failure.serverMessage().orElse("not free"));
            }
        }
        return Optional.empty();
    }

    private static boolean mayRepeat(GpuCloudException failure) {
        return failure instanceof CreationOutcomeUnknownException unknown
                ? unknown.mayRepeat()
                : !failure.mayHaveTakenEffect() || failure.operation().method().equals("GET");
    }

    /** The models to try, in order. If the plan limits the price, only the models that are cheap enough now. */
    private List<String> models() {
        BigDecimal limit = plan.maxHourlyPrice();
        if (limit == null) {
            return plan.gpus().isEmpty() ? PriceList.ofGpus(client).cheapestFirst() : plan.gpus();
        }
        String podUuid = podUuid();
        PriceList prices = podUuid == null ? PriceList.ofGpus(client) : PriceList.ofGpusAndPods(client);
        List<String> fitting = new ArrayList<>();
        for (String gpuUuid : plan.gpus().isEmpty() ? prices.cheapestFirst() : plan.gpus()) {
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

    private void sleep(Duration pause, GpuCloudException failure) {
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw none("interrupted", failure);
        }
    }

    private NoMatchingGpuException none(String summary, @Nullable GpuCloudException cause) {
        FailureDetails facts = cause == null
                ? FailureDetails.of(ApiOperation.LIST_GPUS).answered(200, ResultCode.SUCCESS, null)
                : cause.failure();
        return new NoMatchingGpuException(summary, reasons, facts, cause);
    }
}
