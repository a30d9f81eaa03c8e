package io.gpucloud.client.internal;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the exchange of a call when the deadline of the call is over, or when its thread is interrupted. A socket's
 * own timeout starts again with every byte, so it never ends a response that arrives byte by byte; and a read of a
 * socket ignores the interruption of a platform thread. One timer, whose thread ends when no call is under way, checks
 * all calls every 25 ms: a timer for each of them would cost more than the rest of a call.
 */
final class DeadlineWatcher {

    private static final Logger LOG = LoggerFactory.getLogger(DeadlineWatcher.class);
    private static final Duration INTERVAL = Duration.ofMillis(25);

    /** The one of all clients of the JVM. */
    static final DeadlineWatcher INSTANCE = new DeadlineWatcher(WaitTimer.system());

    private final Set<Deadline> watched = ConcurrentHashMap.newKeySet();
    private final PeriodicCheck checks;

    DeadlineWatcher(WaitTimer timer) {
        checks = new PeriodicCheck(
                timer, INTERVAL, () -> watched.forEach(DeadlineWatcher::enforce), () -> !watched.isEmpty());
    }

    /** Begins to watch a deadline. If it throws, the call must not begin. */
    void add(Deadline deadline) {
        watched.add(deadline);
        try {
            checks.begin();
        } catch (RuntimeException | Error noMemory) {
            watched.remove(deadline);
            throw noMemory;
        }
    }

    /** Ends watching a deadline, because its call has ended. */
    void remove(Deadline deadline) {
        watched.remove(deadline);
    }

    private static void enforce(Deadline deadline) {
        try {
            deadline.enforce();
        } catch (RuntimeException | Error failed) {
            // The other calls have deadlines too, so the checks go on.
            LOG.debug("an exchange could not be aborted yet", failed);
        }
    }
}
