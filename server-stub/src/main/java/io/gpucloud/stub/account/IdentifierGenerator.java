package io.gpucloud.stub.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.UUID;

/**
 * Identifiers of instances and private images. They depend on the name of the account and a sequence number only: equal calls give
 * equal identifiers, two accounts never share one, and none reveals the name.
 */
final class IdentifierGenerator {

    private final String account;

    IdentifierGenerator(AccountKey account) {
        this.account = account.name();
    }

    String instance(long sequence) {
        return uuid("instance", sequence);
    }

    String image(long sequence) {
        return uuid("image", sequence);
    }

    private String uuid(String kind, long sequence) {
        return UUID.nameUUIDFromBytes((account + "/" + kind + "/" + sequence).getBytes(UTF_8))
                .toString();
    }
}
