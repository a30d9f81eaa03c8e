package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The prices of leased instances, for log and metrics. They are read once an hour. A rental does not fail without them. */
final class LeasePrices {

    private static final Logger LOG = LoggerFactory.getLogger(LeasePrices.class);
    private static final Duration MAX_AGE = Duration.ofHours(1);

    private final GpuCloudClient client;
    private volatile @Nullable Reading last;

    private record Reading(Duration at, PriceList prices) {}

    LeasePrices(GpuCloudClient client) {
        this.client = client.withOptions(changed -> changed.maxAttempts(1));
    }

    /** The largest plausible price per hour, or null if it is unknown. */
    @Nullable
    BigDecimal hourly(Instance instance) {
        try {
            return recent().of(instance).orElse(null);
        } catch (RuntimeException unreadable) {
            LOG.debug("the price of instance {} is unknown: {}", instance.instanceUuid(), unreadable.getMessage());
            return null;
        }
    }

    private PriceList recent() {
        Duration now = client.timer().elapsed();
        Reading recent = last;
        if (recent == null || now.minus(recent.at()).compareTo(MAX_AGE) > 0) {
            recent = new Reading(now, PriceList.ofGpusAndPods(client).withImages(client));
            last = recent;
        }
        return recent.prices();
    }
}
