package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Destroys instances of create requests that were repeated because no instance was listed, if they are listed after all. */
record LateInstances(GpuCloudClient client, LeaseOptions options, CreationTracker tracker) {

    private static final Logger LOG = LoggerFactory.getLogger(LateInstances.class);

    /** Lists the instances only if a create request was repeated. */
    void destroy() {
        if (!tracker.hasAbandoned()) {
            return;
        }
        for (Instance late : tracker.late(client.instances().list())) {
            if (tracker.claim(late.instanceUuid())) {
                LOG.warn(
                        "instance {} of a repeated create request is listed late and is destroyed",
                        late.instanceUuid());
                new InstanceDestroyer(client, options, late.instanceUuid()).run();
            }
        }
    }

    /** The rental goes on if this fails. Closing the leases tries again. */
    void tryToDestroy() {
        try {
            destroy();
        } catch (RuntimeException failure) {
            LOG.warn("instances of repeated create requests may be left: {}", failure.getMessage());
        }
    }
}
