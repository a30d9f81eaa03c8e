package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.Set;

/** One creation that is sent once, and what was there before it. Two of them are never the same, however alike. */
final class CreationAttempt {

    private final InstanceRequest request;
    private final Set<String> before;
    private final Instant since;

    /** An attempt after the instances {@code before} were listed; what it makes is created at {@code since} or later. */
    CreationAttempt(InstanceRequest request, Set<String> before, Instant since) {
        this.request = request;
        this.before = Set.copyOf(before);
        this.since = since;
    }

    InstanceRequest request() {
        return request;
    }

    boolean mayHaveMade(Instance instance) {
        return isNew(instance) && request.fits(instance);
    }

    /** Whether people should look at an instance when nobody knows what this attempt made. */
    boolean concerns(Instance instance) {
        return isNew(instance) && request.resembles(instance);
    }

    private boolean isNew(Instance instance) {
        Instant created = instance.createTime();
        return !before.contains(instance.instanceUuid()) && (created == null || !created.isBefore(since));
    }
}
