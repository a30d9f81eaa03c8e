package io.gpucloud.stub.account;

/**
 * A number that differs for different values: FNV-1a with 64 bits. The same values in the same order give the same number in every JVM,
 * which {@link Object#hashCode} does not promise for enum constants.
 */
public final class Fnv1aHash {

    private static final long OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long PRIME = 0x0000_0100_0000_01B3L;

    private long value;

    /** The fingerprint without any value. */
    public Fnv1aHash() {
        this(OFFSET);
    }

    Fnv1aHash(long value) {
        this.value = value;
    }

    /** Adds a text. */
    public Fnv1aHash add(String text) {
        for (int i = 0; i < text.length(); i++) {
            value = (value ^ text.charAt(i)) * PRIME;
        }
        return add(text.length());
    }

    /** Adds a number. */
    public Fnv1aHash add(long number) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value = (value ^ (number >>> shift & 0xFF)) * PRIME;
        }
        return this;
    }

    /** Returns the fingerprint of all values that were added. */
    public long value() {
        return value;
    }
}
