package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns once that instances cannot be renamed: the service declares the operation as not yet released. */
final class RenameUnsupportedWarning {

    private static final Logger LOG = LoggerFactory.getLogger(RenameUnsupportedWarning.class);

    private final AtomicBoolean logged = new AtomicBoolean();

    void log(String instanceUuid, GpuCloudException failure) {
        if (logged.compareAndSet(false, true)) {
            LOG.warn(
                    "instance {} cannot be renamed, so sweeps cannot recognize it by its owner: {}",
                    instanceUuid,
                    failure.getMessage());
        } else {
            LOG.debug("instance {} cannot be renamed: {}", instanceUuid, failure.getMessage());
        }
    }
}
