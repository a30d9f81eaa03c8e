package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** HTTP headers. Names are case-insensitive. {@code toString} omits the values, which may be secrets. */
final class Headers {

    static final Headers NONE = new Headers(Map.of());

    private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Headers(Map<String, List<String>> values) {
        this.values.putAll(values);
    }

    Headers with(String name, String value) {
        List<String> all = new ArrayList<>(all(name));
        all.add(value);
        Headers more = new Headers(values);
        more.values.put(name, List.copyOf(all));
        return more;
    }

    Headers with(Map<String, ? extends Iterable<String>> headers) {
        Headers more = this;
        for (Map.Entry<String, ? extends Iterable<String>> header : headers.entrySet()) {
            for (String value : header.getValue()) {
                more = more.with(header.getKey(), value);
            }
        }
        return more;
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    @Override
    public String toString() {
        return values.keySet().toString();
    }
}
