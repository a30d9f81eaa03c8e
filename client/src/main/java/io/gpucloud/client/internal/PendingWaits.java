package io.gpucloud.client.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The asynchronous waits in progress of a client and of all clients derived from it, which end when it is closed. */
final class PendingWaits implements AutoCloseable {

    private final Set<AsyncWait<?>> waits = new HashSet<>();
    private boolean closed;

    /** Returns false if the client is closed. */
    synchronized boolean add(AsyncWait<?> wait) {
        return !closed && waits.add(wait);
    }

    synchronized void remove(AsyncWait<?> wait) {
        waits.remove(wait);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        takeAll().forEach(AsyncWait::cancel);
    }

    private synchronized List<AsyncWait<?>> takeAll() {
        closed = true;
        List<AsyncWait<?>> all = List.copyOf(waits);
        waits.clear();
        return all;
    }
}
