package io.gpucloud.testing;

import java.net.URI;

/** A stub that runs as a process. */
interface RunningStub {

    URI origin();

    String adminToken();

    boolean isAlive();

    void stop();
}
