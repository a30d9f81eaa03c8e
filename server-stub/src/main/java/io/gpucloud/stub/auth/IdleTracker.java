package io.gpucloud.stub.auth;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Records when keys were last used, in real time, to find idle keys that new keys can replace. Records nothing if keys
 * never expire.
 */
final class IdleTracker {

    private final Map<String, Long> lastUses = new ConcurrentHashMap<>();
    private final long idleMillis;
    private final LongSupplier machineMillis;

    /** A key is idle after this time without use; 0 for never. */
    IdleTracker(long idleMillis, LongSupplier machineMillis) {
        this.idleMillis = idleMillis;
        this.machineMillis = machineMillis;
    }

    void note(String token) {
        if (idleMillis > 0) {
            lastUses.put(token, machineMillis.getAsLong());
        }
    }

    /** Forgets all other keys, and records the given ones as used now. */
    void noteOnly(Collection<String> tokens) {
        lastUses.clear();
        tokens.forEach(this::note);
    }

    void forget(String token) {
        lastUses.remove(token);
    }

    /** Passes each idle key to the consumer once, and forgets it. */
    void takeIdle(Consumer<String> taker) {
        long oldest = machineMillis.getAsLong() - idleMillis;
        lastUses.forEach((token, used) -> {
            if (used < oldest && lastUses.remove(token, used)) {
                taker.accept(token);
            }
        });
    }
}
