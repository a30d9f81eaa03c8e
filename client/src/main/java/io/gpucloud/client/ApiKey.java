package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** An API key of the service. {@code toString} masks it, as {@code ApiKey[...cdef]}. */
public final class ApiKey {

    private static final Pattern SCHEME = Pattern.compile("bearer(\\s|$)", Pattern.CASE_INSENSITIVE);

    private static final int FINGERPRINT_BYTES = 6;

    private final String value;

    private ApiKey(String value) {
        this.value = value;
    }

    /**
     * Creates a key.
     *
     * @param value the whole key; white space around it is removed
     * @throws IllegalArgumentException if it is empty, starts with {@code Bearer}, or contains white space or
     *     characters that are not printable ASCII; the message does not contain the key
     */
    public static ApiKey of(String value) {
        String stripped = Objects.requireNonNull(value, "value").strip();
        Preconditions.require(
                !SCHEME.matcher(stripped).lookingAt(),
                "the API key starts with 'Bearer ': remove that, the client adds it to the header itself");
        Preconditions.require(!stripped.isEmpty(), "the API key is empty");
        Preconditions.require(
                stripped.chars().allMatch(c -> c > ' ' && c < 0x7f),
                "the API key contains white space, control characters or characters beyond ASCII");
        return new ApiKey(stripped);
    }

    /**
     * Reads the key from a file. The file is read for every attempt of a call, so you can replace the key while the
     * program runs.
     *
     * @param file contains the key and nothing else; white space around the key is ignored
     * @return reads the file; throws {@link UncheckedIOException} if the file cannot be read
     */
    public static Supplier<ApiKey> inFile(Path file) {
        Objects.requireNonNull(file, "file");
        return () -> {
            try {
                return of(Files.readString(file));
            } catch (IOException unreadable) {
                throw new UncheckedIOException("the file of the API key cannot be read: " + file, unreadable);
            }
        };
    }

    /** {@return the whole key} It is a secret: keep it out of logs and messages. */
    public String value() {
        return value;
    }

    /**
     * {@return the first 12 hexadecimal digits of the SHA-256 hash of the key} It distinguishes keys, and does not
     * disclose a random key.
     */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java runtime has SHA-256", impossible);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ApiKey key && key.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** The last four characters, if the key is long enough to keep the rest a secret. */
    @Override
    public String toString() {
        return "ApiKey[..." + (value.length() < 12 ? "" : value.substring(value.length() - 4)) + "]";
    }
}
