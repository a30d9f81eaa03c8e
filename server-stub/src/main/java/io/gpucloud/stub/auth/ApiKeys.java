package io.gpucloud.stub.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.store.SharedStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The API keys of the stub. Each key opens the account of the same name. Keys are stored by digest, so that the time of a lookup reveals
 * nothing about existing keys.
 */
public final class ApiKeys {

    private static final String DEMO = "demo-";
    private static final String TENANT = "tenant-";
    private static final int LONGEST_NAME = 64;
    private static final Map<String, Key> AT_START = Map.of(
            "demo-key", new Key(Status.ACTIVE, Permission.FULL),
            "demo-key-poor", new Key(Status.ACTIVE, Permission.FULL),
            "demo-key-read-only", new Key(Status.ACTIVE, Permission.READ_ONLY),
            "demo-key-disabled", new Key(Status.DISABLED, Permission.FULL),
            "demo-key-expired", new Key(Status.EXPIRED, Permission.FULL));

    private final SharedStore<Known> keys;
    private final Tenants tenants;
    private final IdleTracker lastUses;
    private final Consumer<AccountKey> evicted;

    /**
     * Creates the keys.
     *
     * @param machineMillis the system time in milliseconds
     * @param keys stores the keys; the predefined ones are added unless they exist
     */
    public ApiKeys(Tenants tenants, LongSupplier machineMillis, Consumer<AccountKey> evicted, SharedStore<Known> keys) {
        this.tenants = tenants;
        this.lastUses = new IdleTracker(tenants.idleMillis(), machineMillis);
        this.evicted = evicted;
        this.keys = keys;
        AT_START.forEach((token, key) ->
                keys.change(digest(token), known -> known == null ? new Known(token, key, key) : known));
    }

    /**
     * Settings for tenant keys.
     *
     * @param enabled whether the first use of a key of the form {@code tenant-NAME} creates it
     * @param idleMillis how long such a key may be unused, in milliseconds of real time, before a new key can
     *     replace it; 0 for no limit
     */
    public record Tenants(boolean enabled, int max, long idleMillis) {}

    /** The status of a key. */
    public enum Status {
        /** It can be used. */
        ACTIVE,
        /** Disabled by the account holder. */
        DISABLED,
        /** Past its expiry. */
        EXPIRED
    }

    /** The permission of a key. */
    public enum Permission {
        /** All operations. */
        FULL,
        /** Read operations only. */
        READ_ONLY
    }

    /** A key. */
    public record Key(Status status, Permission permission) {}

    /** A key as it is kept. */
    public record Known(String token, Key now, Key asMade) {}

    /** The stub has the largest number of keys. */
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyException(int max) {
            super(
                    "the stub has the largest number of accounts that stub.tenants.max allows: " + max,
                    null,
                    false,
                    false);
        }
    }

    /**
     * Finds a key. Creates a key of the form {@code tenant-NAME} on first use.
     *
     * @return the key, or empty if it does not exist
     * @throws TooManyException if the stub has the largest number of keys
     */
    public Optional<Key> find(String token) {
        Known kept = keys.get(digest(token));
        Key known = kept == null ? null : kept.now();
        boolean opens = tenants.enabled() && isTenant(token);
        if (known == null && opens) {
            known = set(token, null, null);
        }
        if (known != null && opens) {
            lastUses.note(token);
        }
        return Optional.ofNullable(known);
    }

    /** Whether a key has the form {@code tenant-NAME}. Called for every request. */
    private static boolean isTenant(String token) {
        int length = token.length() - TENANT.length();
        if (length < 1 || length > LONGEST_NAME || !token.startsWith(TENANT)) {
            return false;
        }
        for (int i = TENANT.length(); i < token.length(); i++) {
            char letter = token.charAt(i);
            boolean fits = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    /** Whether a key exists. Does not create it. */
    public boolean isThere(String token) {
        return keys.get(digest(token)) != null;
    }

    /** Evicts before the change of the store, not within it, because an eviction changes the store as well. */
    private void makeRoomFor(String token) {
        if (!isThere(token)) {
            lastUses.takeIdle(this::evict);
        }
    }

    private void evict(String token) {
        forget(token);
        evicted.accept(account(token));
    }

    /**
     * Creates or changes a key. Null keeps the value of an existing key. A new key is active and permits all operations by default.
     *
     * @param permission the permitted operations
     * @throws TooManyException if the stub has the largest number of keys
     */
    public Key set(String token, @Nullable Status status, @Nullable Permission permission) {
        makeRoomFor(token);
        Known after = keys.change(digest(token), known -> {
            if (known == null) {
                requireRoom();
            }
            Key before = known == null ? new Key(Status.ACTIVE, Permission.FULL) : known.now();
            Key now = new Key(
                    status == null ? before.status() : status, permission == null ? before.permission() : permission);
            return new Known(token, now, known == null ? asMade(token, now) : known.asMade());
        });
        return Objects.requireNonNull(after).now();
    }

    /**
     * Creates a key unless it exists.
     *
     * @param permission the permitted operations
     * @return whether the key was created; an existing key is not changed
     * @throws TooManyException if the stub has the largest number of keys
     */
    public boolean make(String token, Permission permission) {
        makeRoomFor(token);
        AtomicBoolean made = new AtomicBoolean();
        keys.change(digest(token), known -> {
            made.set(known == null);
            if (known != null) {
                return known;
            }
            requireRoom();
            Key key = new Key(Status.ACTIVE, permission);
            return new Known(token, key, key);
        });
        return made.get();
    }

    /** Resets a key to its value at the start of the stub. A key that was created later becomes active again. */
    public void reset(String token) {
        keys.change(digest(token), known -> known == null ? null : new Known(token, known.asMade(), known.asMade()));
    }

    /** Deletes a key. A predefined key is reset instead. */
    public void forget(String token) {
        if (AT_START.containsKey(token)) {
            reset(token);
        } else {
            keys.change(digest(token), known -> null);
            lastUses.forget(token);
        }
    }

    /**
     * Returns the predefined keys.
     *
     * @return their tokens, in alphabetical order
     */
    public static SortedSet<String> atStart() {
        return new TreeSet<>(AT_START.keySet());
    }

    /** Deletes all keys except the predefined ones, which are reset. */
    public void reset() {
        restore(AT_START);
    }

    /**
     * Returns all keys.
     *
     * @return keys by token, in alphabetical order
     */
    public Map<String, Key> all() {
        Map<String, Key> all = new TreeMap<>();
        keys.all().values().forEach(known -> all.put(known.token(), known.now()));
        return all;
    }

    /** Replaces all keys. Their initial values are not restored: a reset makes every key active, and every tenant key fully permitted. */
    public void restore(Map<String, Key> kept) {
        Map<String, Known> known = new TreeMap<>();
        kept.forEach((token, key) -> known.put(digest(token), new Known(token, key, asMade(token, key))));
        keys.replaceAll(known);
        lastUses.noteOnly(kept.keySet().stream()
                .filter(token -> tenants.enabled() && isTenant(token))
                .toList());
    }

    private static Key asMade(String token, Key now) {
        Permission permission = isTenant(token) ? Permission.FULL : now.permission();
        return AT_START.getOrDefault(token, new Key(Status.ACTIVE, permission));
    }

    /** The account that a key opens. */
    public static AccountKey account(String token) {
        return new AccountKey(token);
    }

    /**
     * Whether a key has a form that only stubs use. Such a key is no secret, because it opens nothing but an account of a stub.
     *
     * @return whether it begins with {@code demo-} or {@code tenant-}
     */
    public static boolean isStubKey(String token) {
        return token.startsWith(DEMO) || token.startsWith(TENANT);
    }

    /**
     * Masks a key.
     *
     * @return a stub key unchanged; the last four characters of any other key, or none if it is short
     */
    public static String mask(String token) {
        if (isStubKey(token)) {
            return token;
        }
        return token.length() < 12 ? "****" : "****" + token.substring(token.length() - 4);
    }

    private static String digest(String token) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void requireRoom() {
        long atStart = AT_START.keySet().stream()
                .filter(token -> keys.get(digest(token)) != null)
                .count();
        if (keys.size() - atStart >= tenants.max()) {
            throw new TooManyException(tenants.max());
        }
    }
}
