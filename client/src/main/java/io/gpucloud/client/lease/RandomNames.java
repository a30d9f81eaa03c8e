package io.gpucloud.client.lease;

import java.util.UUID;

/** Random names, which must differ between processes. */
final class RandomNames {

    private static final int NONCE_LENGTH = 8;
    private static final int OWNER_LENGTH = 13;

    private RandomNames() {}

    /** The random part of a title. */
    static String nonce() {
        return UUID.randomUUID().toString().substring(0, NONCE_LENGTH);
    }

    static String owner() {
        return UUID.randomUUID().toString().substring(0, OWNER_LENGTH);
    }

    /** The name of a journal file, without its suffix. */
    static String journal() {
        return "lease-" + UUID.randomUUID();
    }
}
