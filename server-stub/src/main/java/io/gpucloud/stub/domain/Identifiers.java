package io.gpucloud.stub.domain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.UUID;

/**
 * Makes identifiers and numbers out of the account, the kind of thing and its sequence: the same calls always give the
 * same ones, two accounts never do, and none of them gives the account's name away.
 */
final class Identifiers {

    private final String account;
    private final String prefix;

    Identifiers(AccountKey account) {
        this.account = account.name();
        prefix = UUID.nameUUIDFromBytes(this.account.getBytes(UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, 12)
                .toUpperCase(Locale.ROOT);
    }

    String instance(long sequence) {
        return uuid("instance", sequence);
    }

    String image(long sequence) {
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

    /** The last number of a bill that has the right length. */
    static final long LAST = 99_999_999_999L;

    String orderNumber(long sequence) {
        return number("B", sequence);
    }

    /** The sequence of an order number of this account, or -1 if it is none. */
    long orderSequence(String orderNumber) {
        String start = "B" + prefix;
        if (orderNumber.length() != start.length() + 11 || !orderNumber.startsWith(start)) {
            return -1;
        }
        String digits = orderNumber.substring(start.length());
        return digits.chars().allMatch(c -> c >= '0' && c <= '9') ? Long.parseLong(digits) : -1;
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
