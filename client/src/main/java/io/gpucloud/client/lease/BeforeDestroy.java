package io.gpucloud.client.lease;

import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caller's work before an instance is destroyed. Its failure delays nothing, because the instance costs money.
 *
 * @param longest how long it may take, in real time
 */
record BeforeDestroy(Consumer<InstanceLease> work, Duration longest) {

    private static final Logger LOG = LoggerFactory.getLogger(BeforeDestroy.class);

    /** Runs it on a thread of its own. An interrupt of this thread ends it. */
    void run(InstanceLease lease) {
        Thread thread = new Thread(() -> call(lease), "gpu-cloud-before-destroy");
        // Work that ignores its interrupt must not keep the program from ending.
        thread.setDaemon(true);
        try (UninterruptibleScope earlier = new UninterruptibleScope()) {
            thread.start();
            try {
                thread.join(longest.toMillis());
                if (thread.isAlive()) {
                    LOG.warn("beforeDestroy has not ended after {}, and {} is destroyed", longest, lease);
                }
            } catch (InterruptedException skipped) {
                earlier.interrupt();
                LOG.warn("beforeDestroy was interrupted, and {} is destroyed", lease);
            }
            thread.interrupt();
        }
    }

    private void call(InstanceLease lease) {
        try {
            work.accept(lease);
        } catch (RuntimeException | Error failure) {
            LOG.warn("beforeDestroy failed, and {} is destroyed: {}", lease, failure.toString());
        }
    }
}
