package io.gpucloud.client.internal;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** The positions of records in a body. Their text is created on demand, because few callers need it. */
final class RecordSlices {

    private final byte[] body;
    private int[] bounds = new int[32];
    private int count;
    private boolean known = true;

    RecordSlices(byte[] body) {
        this.body = body;
    }

    /** Adds a record from its first byte to the byte after its last one; negative if the parser does not know them. */
    void add(long start, long end) {
        known &= start >= 0 && end <= body.length;
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * count] = (int) start;
        bounds[2 * count + 1] = (int) end;
        count++;
    }

    List<String> texts() {
        return known ? new Texts(body, Arrays.copyOf(bounds, 2 * count)) : List.of();
    }

    private static final class Texts extends AbstractList<String> implements RandomAccess {

        private final byte[] body;
        private final int[] bounds;

        Texts(byte[] body, int[] bounds) {
            this.body = body;
            this.bounds = bounds;
        }

        @Override
        public String get(int index) {
            int start = bounds[2 * index];
            return new String(body, start, bounds[2 * index + 1] - start, StandardCharsets.UTF_8);
        }

        @Override
        public int size() {
            return bounds.length / 2;
        }
    }
}
