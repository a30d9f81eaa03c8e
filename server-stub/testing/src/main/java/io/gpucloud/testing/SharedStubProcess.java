package io.gpucloud.testing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A stub process that tests of this JVM share, with the number of its users. There is one for each choice of settings.
 */
final class SharedStubProcess {

    private static final Map<List<String>, SharedStubProcess> RUNNING = new HashMap<>();

    private final List<String> settings;
    private final RunningStub stub;
    private int users;

    private SharedStubProcess(List<String> settings, RunningStub stub) {
        this.settings = settings;
        this.stub = stub;
    }

    /**
     * Checks the form of settings. The stub itself checks names and values when it starts.
     *
     * @throws IllegalArgumentException if one is not of the form {@code name=value}
     */
    static List<String> checked(String... settings) {
        for (String setting : settings) {
            if (!setting.matches("[a-z][^=\\s]*=.*")) {
                throw new IllegalArgumentException("\"" + setting
                        + "\" is no setting of the stub. Write name=value, such as stub.lifecycle.boot=5s.");
            }
        }
        return List.of(settings);
    }

    static SharedStubProcess acquire(List<String> settings) {
        synchronized (RUNNING) {
            SharedStubProcess process = RUNNING.get(settings);
            if (process == null || !process.stub.alive().getAsBoolean()) {
                process = new SharedStubProcess(
                        settings,
                        ReusedStub.isWanted() ? ReusedStub.attachOrStart(settings) : StubProcess.start(settings));
                RUNNING.put(settings, process);
            }
            process.users++;
            return process;
        }
    }

    RunningStub stub() {
        return stub;
    }

    /** Ends the process after its last user. */
    void release() {
        synchronized (RUNNING) {
            users--;
            if (users == 0) {
                RUNNING.remove(settings, this);
                stub.stop().run();
            }
        }
    }
}
