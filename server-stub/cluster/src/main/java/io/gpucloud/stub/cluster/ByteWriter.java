package io.gpucloud.stub.cluster;

import java.util.Arrays;

/** Writes a compact binary format. Small numbers need few bytes, and strings keep unpaired surrogates. */
final class ByteWriter {

    private static final int SEVEN_BITS = 0x7f;

    private byte[] bytes = new byte[256];
    private int length;

    void octet(int value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length] = (byte) value;
        length++;
    }

    /** Writes seven bits per byte, the lowest first. The sign is the lowest bit. */
    void number(long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~SEVEN_BITS) != 0) {
            octet((int) (rest & SEVEN_BITS) | 0x80);
            rest >>>= 7;
        }
        octet((int) rest);
    }

    void text(String text) {
        number(text.length());
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter < 0x80) {
                octet(letter);
            } else {
                octet(0x80 | (letter >> 10));
                octet((letter >> 5) & 0x1f);
                octet(letter & 0x1f);
            }
        }
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }
}
