package io.gpucloud.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test whose program left a thread of ours behind. Tests run in parallel, so each has a class loader of its
 * own, which threads inherit from the thread that starts them.
 */
public final class LeftThreads implements BeforeEachCallback, AfterEachCallback {

    /** All commands share it. It ends when no pause is pending. */
    private static final String TIMER = "gpu-cloud-timer";

    /** For a thread that is stuck: one that has done its work ends at once. */
    private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(30);

    @Override
    public void beforeEach(ExtensionContext test) {
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new ClassLoader(test.getUniqueId(), thread.getContextClassLoader()) {});
    }

    @Override
    public void afterEach(ExtensionContext test) throws InterruptedException {
        Thread thread = Thread.currentThread();
        ClassLoader ofTest = thread.getContextClassLoader();
        thread.setContextClassLoader(ofTest.getParent());
        List<Thread> ours = Thread.getAllStackTraces().keySet().stream()
                .filter(other -> ofTest.equals(other.getContextClassLoader()))
                .filter(other -> other.getName().startsWith("gpu-cloud-"))
                .filter(other -> !other.getName().equals(TIMER))
                .toList();
        for (Thread left : ours) {
            left.join(PATIENCE_MILLIS);
            assertThat(left.isAlive())
                    .as("%s runs after the test: %s", left, Arrays.toString(left.getStackTrace()))
                    .isFalse();
        }
    }
}
