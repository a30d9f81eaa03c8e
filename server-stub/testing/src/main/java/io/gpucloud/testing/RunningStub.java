package io.gpucloud.testing;

import java.net.URI;
import java.util.function.BooleanSupplier;

/**
 * A stub that runs as a process.
 *
 * @param alive whether it still runs
 * @param stop ends it, or does nothing if it stays for the next JVM
 */
record RunningStub(URI origin, String adminToken, BooleanSupplier alive, Runnable stop) {}
