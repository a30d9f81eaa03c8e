package io.gpucloud.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** The processes of this JVM, one for each choice of settings, with the number of their users. */
final class StubProcessRegistry {

    private static final Map<List<String>, StubProcessRegistry> RUNNING = new HashMap<>();

    private final List<String> settings;
    private final StubProcess stub;
    private int users;

    private StubProcessRegistry(List<String> settings, StubProcess stub) {
        this.settings = settings;
        this.stub = stub;
    }

    static StubProcessRegistry acquire(List<String> settings) {
        synchronized (RUNNING) {
            StubProcessRegistry process = RUNNING.get(settings);
            if (process == null || !process.stub.isAlive()) {
                process = new StubProcessRegistry(settings, StubProcess.start(settings));
                RUNNING.put(settings, process);
            }
            process.users++;
            return process;
        }
    }

    StubProcess stub() {
        return stub;
    }

    /** Releases the process the first time it is called. */
    Runnable releaseOnce() {
        AtomicBoolean released = new AtomicBoolean();
        return () -> {
            if (released.compareAndSet(false, true)) {
                release();
            }
        };
    }

    private void release() {
        synchronized (RUNNING) {
            users--;
            if (users == 0) {
                RUNNING.remove(settings, this);
                stub.stop();
            }
        }
    }
}
