package io.gpucloud.cli.mcp;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its oldest entries. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

    private static final long serialVersionUID = 1L;

    static final int MOST = 1000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST;
    }
}
