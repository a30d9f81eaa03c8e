package io.gpucloud.stub.billing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.UUID;

/**
 * Identifiers of instances, private images and compute cards, and the numbers of cards, recharges and bills. They
 * depend on the name of the account and a sequence number only: equal calls give equal identifiers, two accounts never
 * share one, and none reveals the name.
 */
public final class IdentifierGenerator {

    /** The last sequence number that fits a bill number. */
    public static final long LAST = 99_999_999_999L;

    private final String account;
    private final String prefix;

    public IdentifierGenerator(String account) {
        this.account = account;
        prefix = UUID.nameUUIDFromBytes(account.getBytes(UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, 12)
                .toUpperCase(Locale.ROOT);
    }

    /** Returns the identifier of an instance. */
    public String instance(long sequence) {
        return uuid("instance", sequence);
    }

    /** Returns the identifier of a private image. */
    public String image(long sequence) {
        return uuid("image", sequence);
    }

    String card(long sequence) {
        return uuid("card", sequence);
    }

    String cardNumber(long sequence) {
        return number("C", sequence);
    }

    String tradeNumber(long sequence) {
        return number("R", sequence);
    }

    String orderNumber(long sequence) {
        return number("B", sequence);
    }

    private String uuid(String kind, long sequence) {
        return UUID.nameUUIDFromBytes((account + "/" + kind + "/" + sequence).getBytes(UTF_8))
                .toString();
    }

    private String number(String kind, long sequence) {
        String digits = Long.toString(sequence);
        return kind + prefix + "0".repeat(11 - digits.length()) + digits;
    }
}
