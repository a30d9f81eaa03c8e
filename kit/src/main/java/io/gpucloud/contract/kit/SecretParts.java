package io.gpucloud.contract.kit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Parts of secrets, by their length. A text contains a part of a secret, however it is cut, if it contains one of
 * these.
 */
final class SecretParts {

    /** Long enough that no other text contains one, short enough for a key without its ends. */
    private static final int LENGTH = 10;

    private final Map<Integer, Set<String>> parts = new ConcurrentSkipListMap<>();

    /** Adds a secret, as it is and as texts encode it. */
    void add(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        addParts(secret);
        addParts(URLEncoder.encode(secret, StandardCharsets.UTF_8));
        if (bytes.length > LENGTH) {
            addParts(HexFormat.of().formatHex(bytes));
            // The text before the secret decides which of its bytes share a character.
            for (int start = 0; start < 3; start++) {
                addParts(Base64.getEncoder()
                        .withoutPadding()
                        .encodeToString(Arrays.copyOfRange(bytes, start, bytes.length)));
            }
        }
    }

    private void addParts(String secret) {
        String lower = lower(secret);
        // A part of a short secret may be a word, as in account-1, so it is masked as a whole only.
        int length = lower.length() < LENGTH + 2 ? lower.length() : LENGTH;
        Set<String> ofLength = parts.computeIfAbsent(length, absent -> ConcurrentHashMap.newKeySet());
        for (int start = 0; start + length <= lower.length(); start++) {
            ofLength.add(lower.substring(start, start + length));
        }
    }

    /** Keeps the length, so that places in both texts are the same. */
    private static String lower(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.length() == text.length() ? lower : text;
    }

    /** Replaces each run of characters that are part of a secret. */
    String replaceIn(String text, String mask) {
        BitSet secret = find(lower(text));
        if (secret.isEmpty()) {
            return text;
        }
        StringBuilder masked = new StringBuilder();
        int shown = 0;
        for (int found = secret.nextSetBit(0); found >= 0; found = secret.nextSetBit(shown)) {
            masked.append(text, shown, found).append(mask);
            shown = secret.nextClearBit(found);
        }
        return masked.append(text, shown, text.length()).toString();
    }

    /** A header such as {@code Bearer KEY} has parts with a space, which is no secret at an end of a run. */
    private static void showSpacesAround(BitSet found, String text) {
        for (int place = found.nextSetBit(0); place >= 0; place = found.nextSetBit(place + 1)) {
            boolean first = place == 0 || !found.get(place - 1);
            boolean last = !found.get(place + 1);
            if ((first || last) && Character.isWhitespace(text.charAt(place))) {
                found.clear(place);
            }
        }
    }

    private BitSet find(String text) {
        BitSet found = new BitSet();
        parts.forEach((length, ofLength) -> {
            for (int start = 0; start + length <= text.length(); start++) {
                if (ofLength.contains(text.substring(start, start + length))) {
                    found.set(start, start + length);
                }
            }
        });
        showSpacesAround(found, text);
        return found;
    }
}
