package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.Set;

/** One creation that is sent once, and what was there before it. Two of them are never the same, however alike. */
final class Attempt {

    private final Order order;
    private final Set<String> before;
    private final Instant since;

    /** An attempt after the instances {@code before} were listed; what it makes is created at {@code since} or later. */
    Attempt(Order order, Set<String> before, Instant since) {
        this.order = order;
        this.before = Set.copyOf(before);
        this.since = since;
    }

    Order order() {
        return order;
    }

    boolean mayHaveMade(Instance instance) {
        return isNew(instance) && order.fits(instance);
    }

    /** Whether people should look at an instance when nobody knows what this attempt made. */
    boolean concerns(Instance instance) {
        return isNew(instance) && order.resembles(instance);
    }

    private boolean isNew(Instance instance) {
        Instant created = instance.createTime();
        return !before.contains(instance.instanceUuid()) && (created == null || !created.isBefore(since));
    }
}
