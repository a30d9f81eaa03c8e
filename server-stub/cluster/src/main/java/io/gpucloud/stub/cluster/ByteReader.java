package io.gpucloud.stub.cluster;

/** Reads bytes of {@link ByteWriter}. */
final class ByteReader {

    private final byte[] bytes;
    private int position;

    ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    int octet() {
        if (position >= bytes.length) {
            throw new IllegalArgumentException("unexpected end of the message");
        }
        int octet = bytes[position] & 0xff;
        position++;
        return octet;
    }

    long number() {
        long value = 0;
        int shift = 0;
        int octet;
        do {
            octet = octet();
            value |= (long) (octet & 0x7f) << shift;
            shift += 7;
        } while (octet >= 0x80);
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads the number of elements that follow, each of at least one byte. */
    int count() {
        long count = number();
        if (count < 0 || count > bytes.length - position) {
            throw new IllegalArgumentException("more elements than bytes: " + count);
        }
        return (int) count;
    }

    String text() {
        char[] letters = new char[count()];
        for (int i = 0; i < letters.length; i++) {
            int first = octet();
            letters[i] = (char) (first < 0x80 ? first : (first & 0x7f) << 10 | octet() << 5 | octet());
        }
        return new String(letters);
    }
}
