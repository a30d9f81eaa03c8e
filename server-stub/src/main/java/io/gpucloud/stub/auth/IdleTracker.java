package io.gpucloud.stub.auth;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** When keys that may make room for others were last used, in the machine's time. Nothing is noted where none ever does. */
final class IdleTracker {

    private final Map<String, Long> lastUses = new ConcurrentHashMap<>();
    private final long idleMillis;
    private final LongSupplier machineMillis;

    /** A key makes room for others when it was not used for so long; for 0, never. */
    IdleTracker(long idleMillis, LongSupplier machineMillis) {
        this.idleMillis = idleMillis;
        this.machineMillis = machineMillis;
    }

    void note(String token) {
        if (idleMillis > 0) {
            lastUses.put(token, machineMillis.getAsLong());
        }
    }

    /** Forgets all others, and takes these for used now. */
    void noteOnly(Collection<String> tokens) {
        lastUses.clear();
        tokens.forEach(this::note);
    }

    void forget(String token) {
        lastUses.remove(token);
    }

    /** Hands over each key that is idle, once, and forgets it. */
    void takeIdle(Consumer<String> taker) {
        long oldest = machineMillis.getAsLong() - idleMillis;
        lastUses.forEach((token, used) -> {
            if (used < oldest && lastUses.remove(token, used)) {
                taker.accept(token);
            }
        });
    }
}
