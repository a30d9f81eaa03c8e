package io.gpucloud.stub.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tokens, found by their digests: how long it takes to look for one tells nothing about those that there are. */
final class Tokens {

    private final Map<String, String> byDigest = new ConcurrentHashMap<>();

    @Nullable
    String find(String token) {
        return byDigest.get(digest(token));
    }

    void add(String token) {
        byDigest.put(digest(token), token);
    }

    void remove(String token) {
        byDigest.remove(digest(token));
    }

    void replace(Set<String> tokens) {
        byDigest.clear();
        tokens.forEach(this::add);
    }

    private static String digest(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
