package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import java.time.Duration;

/** The real time of limits, which passes only when a test lets it pass. */
public final class ManualTime implements TimeMeter {

    private long nanos;

    public void passes(Duration time) {
        nanos += time.toNanos();
    }

    @Override
    public long currentTimeNanos() {
        return nanos;
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
