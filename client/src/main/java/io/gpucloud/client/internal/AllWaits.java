package io.gpucloud.client.internal;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/** Waits of all clients over one transport, which are closed together; each is held only as long as somebody waits. */
final class AllWaits {

    private final Set<AsyncWaits> waits = Collections.newSetFromMap(new WeakHashMap<>());
    private boolean closed;

    /** Closes those who come too late at once. */
    void add(AsyncWaits late) {
        if (!addIfOpen(late)) {
            late.close();
        }
    }

    private synchronized boolean addIfOpen(AsyncWaits late) {
        return !closed && waits.add(late);
    }

    void close() {
        takeAll().forEach(AsyncWaits::close);
    }

    private synchronized List<AsyncWaits> takeAll() {
        closed = true;
        return List.copyOf(waits);
    }
}
