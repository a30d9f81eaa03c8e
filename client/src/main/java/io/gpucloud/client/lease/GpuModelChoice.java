package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The GPU models that a rental tries, in order, at an accepted price. The next model follows only if a create request
 * was rejected because of missing capacity. Until the create timeout, what certainly created nothing is repeated: the
 * search for a free GPU, and failed lists.
 */
final class GpuModelChoice {

    private static final Logger LOG = LoggerFactory.getLogger(GpuModelChoice.class);

    private final GpuCloudClient client;
    private final RentalPlan plan;
    private final Stopwatch stopwatch;
    private final BackOff pauses;

    /** The models that this round has not tried yet. */
    private final Deque<String> untried = new ArrayDeque<>();

    private final Map<String, String> reasons = new LinkedHashMap<>();

    GpuModelChoice(LeaseContext context, RentalPlan plan) {
        client = context.client();
        this.plan = plan;
        stopwatch = context.stopwatch();
        pauses = new BackOff(context.options().interval());
    }

    /**
     * The next request to send.
     *
     * @throws NoMatchingGpuException if no model fits
     */
    InstanceRequest next() {
        while (untried.isEmpty()) {
            try {
                untried.addAll(models());
            } catch (GpuCloudException failure) {
                repeatAfter(failure);
            }
        }
        return InstanceRequest.of(plan, untried.remove());
    }

    /**
     * A request has failed. Returns, perhaps after a pause, if another one may be sent.
     *
     * @throws NoMatchingGpuException if no model is available
     * @throws GpuCloudException the failure, if it ends the rental
     */
    void failed(InstanceRequest request, GpuCloudException failure) {
        // The exception class is not enough: the create request may have taken effect.
        if (!(failure instanceof NoCapacityException) || failure.mayHaveTakenEffect()) {
            untried.clear();
            repeatAfter(failure);
            return;
        }
        reasons.put(request.gpuUuid(), failure.serverMessage().orElse("not free"));
        if (untried.isEmpty()) {
            NoMatchingGpuException none = none("no GPU is free", failure);
            if (plan.onNoCapacity() != NoCapacityPolicy.WAIT_FOR_CAPACITY) {
                throw none;
            }
            pause(NoCapacityPolicy.pause(ThreadLocalRandom.current()), none);
        }
    }

    private void repeatAfter(GpuCloudException failure) {
        if (!mayRepeat(failure)) {
            throw failure;
        }
        LOG.warn("no instance is leased yet, trying again: {}", failure.getMessage());
        pause(pauses.after(failure), failure);
    }

    private static boolean mayRepeat(GpuCloudException failure) {
        if (failure instanceof CreationOutcomeUnknownException unknown) {
            return unknown.mayRepeat();
        }
        boolean withoutEffect =
                !failure.mayHaveTakenEffect() || failure.operation().method().equals("GET");
        return BackOff.isTemporary(failure) && withoutEffect;
    }

    private void pause(Duration pause, GpuCloudException failure) {
        if (stopwatch.elapsed().plus(pause).compareTo(plan.createTimeout()) >= 0) {
            throw failure;
        }
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw none("interrupted", failure);
        }
    }

    /** The models of a round. */
    private List<String> models() {
        List<String> models = fittingModels();
        if (models.isEmpty()) {
            throw none(
                    plan.maxHourlyPrice() == null
                            ? "no GPU model is listed"
                            : "no GPU model fits " + priceLimit() + ", raise it or name other models",
                    null);
        }
        return plan.onNoCapacity() == NoCapacityPolicy.FAIL_AT_ONCE ? models.subList(0, 1) : models;
    }

    /** In order. If the plan limits the price, only the models that are cheap enough now. */
    private List<String> fittingModels() {
        BigDecimal limit = plan.maxHourlyPrice();
        if (limit == null) {
            return plan.gpus().isEmpty() ? PriceList.ofGpus(client).cheapestFirst() : plan.gpus();
        }
        String podUuid = PriceList.podOf(client, plan.podUuid(), plan.imageUuid());
        PriceList prices = podUuid == null ? PriceList.ofGpus(client) : PriceList.ofGpusAndPods(client);
        if (podUuid != null && prices.pods().get(podUuid) == null) {
            String cause = prices.pods().containsKey(podUuid) ? "has no hourly price" : "is not in the list of pods";
            throw none(
                    priceLimit() + " cannot be checked, because pod " + podUuid + " " + cause
                            + "; rent another pod, or without a limit",
                    null);
        }
        List<String> fitting = new ArrayList<>();
        for (String gpuUuid : plan.gpus().isEmpty() ? prices.cheapestFirst() : plan.gpus()) {
            Optional<BigDecimal> price = prices.hourly(gpuUuid, plan.gpuCount(), podUuid);
            if (price.filter(hourly -> hourly.compareTo(limit) <= 0).isPresent()) {
                fitting.add(gpuUuid);
            } else {
                reasons.put(
                        gpuUuid,
                        price.map(hourly -> hourly.toPlainString() + " an hour at most, more than " + priceLimit())
                                .orElse(
                                        prices.gpus().containsKey(gpuUuid)
                                                ? "no hourly price is listed"
                                                : "not in the list of models"));
            }
        }
        return fitting;
    }

    private String priceLimit() {
        BigDecimal limit = plan.maxHourlyPrice();
        return "maxHourlyPrice" + (limit == null ? "" : " " + limit.toPlainString());
    }

    private NoMatchingGpuException none(String summary, @Nullable GpuCloudException cause) {
        FailureDetails facts = cause == null
                ? FailureDetails.of(ApiOperation.LIST_GPUS).answered(200, ResultCode.SUCCESS, null)
                : cause.failure();
        return new NoMatchingGpuException(summary, reasons, facts, cause);
    }
}
