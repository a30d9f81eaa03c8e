package io.gpucloud.stub.cluster;

/** Reads what {@link Output} has written. */
final class Input {

    private final byte[] bytes;
    private int position;

    Input(byte[] bytes) {
        this.bytes = bytes;
    }

    int octet() {
        if (position >= bytes.length) {
            throw new IllegalArgumentException("cut short");
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

    /** A number of things that are still to come, each of at least one octet. */
    int count() {
        long count = number();
        if (count < 0 || count > bytes.length - position) {
            throw new IllegalArgumentException("there are not so many: " + count);
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
